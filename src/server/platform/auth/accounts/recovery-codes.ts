import { createHmac, randomBytes } from 'node:crypto'

/** Crockford's base 32: no two characters look alike, and O, I and L are read as the digits they resemble. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryCodeCount = 10
/** 60 bits. */
const codeLength = 12

export const generateRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, generateCode)

// 256 is a multiple of 32, so every character is equally likely.
const generateCode = () =>
  [...randomBytes(codeLength)].map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${alphabet[byte % 32]}`).join('')

/** In the form that is hashed; null when the text cannot be a recovery code. */
const normalizeCode = (typed: string): string | null => {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash}]/gu, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return plain.length === codeLength && [...plain].every((character) => alphabet.includes(character)) ? plain : null
}

/** Keyed by the server and bound to the account; null when the text cannot be a recovery code. */
export const hashRecoveryCode = (key: string, accountId: string, typed: string): string | null => {
  const plain = normalizeCode(typed)
  return plain && createHmac('sha256', key).update(`${accountId}\n${plain}`).digest('base64url')
}
