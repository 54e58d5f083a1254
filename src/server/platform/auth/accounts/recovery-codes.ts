import { createHmac, randomBytes } from 'node:crypto'

/** Crockford's 32 signs: none looks like another, and what is misread anyway (an O, an I, an L) is read as what it stands for. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryCodeCount = 10
/** 60 bits. */
const codeLength = 12

/** A set of new codes, like 'k7mq-2xvd-9r4t'. */
export const generateRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newCode)

// A byte holds each of the 32 signs equally often.
const newCode = () => [...randomBytes(codeLength)].map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${signs[byte % 32]}`).join('')

/** What was typed, in the one form that is hashed: without dashes and blanks, in any case; null when it can't be a recovery code. */
const plainCode = (typed: string): string | null => {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash}]/gu, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return plain.length === codeLength && [...plain].every((sign) => signs.includes(sign)) ? plain : null
}

/** As it is kept: worth nothing without the server's key, nor with another account. Null when it can't be a recovery code. */
export const hashRecoveryCode = (key: string, accountId: string, typed: string): string | null => {
  const plain = plainCode(typed)
  return plain && createHmac('sha256', key).update(`${accountId}\n${plain}`).digest('base64url')
}
