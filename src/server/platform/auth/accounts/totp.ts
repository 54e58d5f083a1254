import { Secret, TOTP } from 'otpauth'

const issuer = 'Billfold'
/** What every authenticator app can do; some pass over other values without a word. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

/** A code of the step before or after counts too: clocks differ, and typing takes a while. */
const windowSteps = 1

/** A new secret, as base32 text. */
export const generateTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** What an authenticator app reads from the QR code. @param label the account's e-mail */
export const getTotpUri = (secret: string, label: string): string => new TOTP({ ...kind, issuer, label, secret }).toString()

/** The time step whose code this is, among those that count at the moment; null when it is none of them. */
export const findTotpStep = (secret: string, code: string, now: Date): number | null => {
  const digits = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^[0-9]{6}$/.test(digits)) return null
  const at = { period: kind.period, timestamp: now.getTime() }
  const delta = TOTP.validate({ ...kind, ...at, secret: Secret.fromBase32(secret), token: digits, window: windowSteps })
  return delta === null ? null : TOTP.counter(at) + delta
}
