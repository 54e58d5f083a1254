import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP names: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const minPasswordLength = 8
export const maxPasswordLength = 200

/** The same password typed on another keyboard may arrive as other code points. */
const sameBytes = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hash(sameBytes(password), cost)

let nobodysHash: Promise<string> | undefined
/** True when the password is the account's. Without an account it takes as long, so that the time tells nothing. */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  nobodysHash ??= hash(randomBytes(24).toString('hex'), cost)
  const matches = await verify(passwordHash ?? (await nobodysHash), sameBytes(password))
  return passwordHash !== null && matches
}
/** Makes the stand-in hash ahead, so that not even the first unknown e-mail takes longer. */
export const warmUpPasswordHashing = async () => {
  await verifyPassword(null, '')
}
