import { Secret, TOTP } from 'otpauth'

const issuer = 'Billfold'
/** The values that every authenticator app supports; some apps silently ignore others. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

/** Codes of the previous and next time step are accepted too, for clock differences and typing time. */
const windowSteps = 1

export const generateTotpSecret = (): string => new Secret({ size: secretBytes }).base32

export const getTotpUri = (secret: string, label: string): string => new TOTP({ ...parameters, issuer, label, secret }).toString()

export const findTotpStep = (secret: string, code: string, now: Date): number | null => {
  const digits = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^[0-9]{6}$/.test(digits)) return null
  const at = { period: parameters.period, timestamp: now.getTime() }
  const delta = TOTP.validate({ ...parameters, ...at, secret: Secret.fromBase32(secret), token: digits, window: windowSteps })
  return delta === null ? null : TOTP.counter(at) + delta
}
