import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const minPasswordLength = 8
export const maxPasswordLength = 200

/** Different keyboards may produce different code points for the same password. */
const normalize = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hash(normalize(password), parameters)

let dummyHash: Promise<string> | undefined
/** Null is for an account that doesn't exist: verification then takes as long, so that the time does not reveal it. */
export const isPasswordCorrect = async (passwordHash: string | null, password: string): Promise<boolean> => {
  dummyHash ??= hash(randomBytes(24).toString('hex'), parameters)
  const matches = await verify(passwordHash ?? (await dummyHash), normalize(password))
  return passwordHash !== null && matches
}
/** So that the first unknown email does not take longer either. */
export const warmUpPasswordHashing = async () => {
  await isPasswordCorrect(null, '')
}
