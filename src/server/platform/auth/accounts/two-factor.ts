import { randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import { recordAccountEvent } from '#server/platform/auth/users/identity-accounts.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type RequestSource, systemSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { drawQrCode } from '#server/platform/text/qr-code.ts'
import type { TwoFactorSetup } from '#shared/contract/account.ts'
import { changedTooOftenMessage, createFieldError, createTooManyAttemptsError, createWrongCodeError } from './account-errors.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

export type TwoFactorState = { isOn: boolean; recoveryCodesLeft: number }

/**
 * Each attempt is counted per account before the code is checked. Methods that take a code throw AppError 429 after too many attempts, and
 * 400 at the field `code` for a wrong one. The owner is notified of changes by email.
 */
export type TwoFactor = {
  getState(accountId: string): Promise<TwoFactorState>
  /** The secret counts once it is confirmed; an unconfirmed one is replaced. @throws AppError 409 when two-factor sign-in is on */
  startSetup(accountId: string, label: string): Promise<TwoFactorSetup>
  /** @returns the recovery codes, which cannot be read again. @throws AppError 409 when it is on already, or the setup was not started */
  confirmSetup(accountId: string, code: string, source?: RequestSource): Promise<string[]>
  /** By a code of the app or a recovery code. @throws AppError 409 when it is off */
  disable(accountId: string, code: string, source?: RequestSource): Promise<void>
  renewRecoveryCodes(accountId: string, code: string, source?: RequestSource): Promise<string[]>
  /** Doesn't throw. A correct code is used up. */
  verifyCode(accountId: string, code: string, source?: RequestSource): Promise<'ok' | 'wrong' | { waitSeconds: number }>
}

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

type Row = { email: string; keyId: string | null; sealed: Buffer | null; isOn: boolean }
type LockedAccount = { db: Db; accountId: string; email: string; isOn: boolean; secret: string | null; hashKey: string }
type Change = 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed'
const securityEvents = {
  'two-factor-on': 'two_factor_on',
  'two-factor-off': 'two_factor_off',
  'recovery-codes-renewed': 'recovery_codes_made',
} as const

/**
 * Time steps of the app's codes only move forward, and a recovery code works once. Each check is a single conditional UPDATE, so that of
 * two concurrent attempts with the same code one fails. @returns false for a wrong code
 */
const consumeCode = async (
  { db, accountId, isOn, secret, hashKey }: LockedAccount,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | false> => {
  if (!isOn || secret === null) return false
  const step = findTotpStep(secret, code, now)
  if (step !== null) {
    const used = await db.rows(
      `update identity_accounts set totp_last_step = $2
       where id = $1 and totp_on_at is not null and coalesce(totp_last_step, -1) < $2 returning 1`,
      [accountId, step],
    )
    return used.length > 0 && 'app'
  }
  const hash = hashRecoveryCode(hashKey, accountId, code)
  if (hash === null) return false
  const used = await db.rows(
    'update identity_recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null returning 1',
    [accountId, hash, now],
  )
  return used.length > 0 && 'recovery'
}

export const clearTwoFactor = async (db: Db, accountId: string): Promise<boolean> => {
  const [before] = await db.rows<{ isOn: boolean }>('select totp_on_at is not null as "isOn" from identity_accounts where id = $1', [
    accountId,
  ])
  await db.rows(
    `update identity_accounts set totp_key_id = null, totp_sealed = null, totp_on_at = null, totp_last_step = null, updated_at = now()
     where id = $1`,
    [accountId],
  )
  await db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
  return before?.isOn ?? false
}

type Deps = { database: Database; secrets: Secrets; now: () => Date }

export const createTwoFactor = ({ database, secrets, now }: Deps): TwoFactor => {
  const throttle = createSignInThrottle(database.pool, now)

  const withLock = async <T>(accountId: string, work: (account: LockedAccount) => Promise<T>): Promise<T> => {
    const hashKey = await getServerKey(database, secrets, 'recovery-codes', () => randomBytes(32).toString('base64url'))
    return database.asNobody(async (db) => {
      const [row] = await db.rows<Row>(
        `select email, totp_key_id as "keyId", totp_sealed as sealed, totp_on_at is not null as "isOn"
         from identity_accounts where id = $1 for update`,
        [accountId],
      )
      const { email, keyId, sealed, isOn } = row ?? { email: '', keyId: null, sealed: null, isOn: false }
      const secret = keyId && sealed ? secrets.decrypt({ keyId, sealed }, getTotpContext(accountId)) : null
      return work({ db, accountId, email, isOn, secret, hashKey })
    })
  }

  const isCodeCorrect = async (account: LockedAccount, code: string, source: RequestSource): Promise<boolean> => {
    const kind = await consumeCode(account, code, now())
    if (kind === 'recovery') await recordAccountEvent(account.db, account.accountId, { kind: 'recovery_code_used', ...source })
    return kind !== false
  }

  const replaceRecoveryCodes = async ({ db, accountId, hashKey }: LockedAccount): Promise<string[]> => {
    const codes = generateRecoveryCodes()
    await db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
    await db.rows('insert into identity_recovery_codes (account_id, code_hash) select $1, unnest($2::text[])', [
      accountId,
      codes.map((code) => hashRecoveryCode(hashKey, accountId, code)),
    ])
    return codes
  }

  const recordChange = async ({ db, accountId, email }: LockedAccount, kind: Change, source: RequestSource) => {
    await recordAccountEvent(db, accountId, { kind: securityEvents[kind], ...source })
    await enqueue(db, accountNotificationJob, { userId: 0, id: randomUUID(), to: email, about: { kind } })
  }

  /** When `work` throws, its transaction is rolled back and the attempt stays counted. */
  const withAttempt = async <T>(accountId: string, work: (account: LockedAccount) => Promise<T>): Promise<T> => {
    const codeWait = await throttle.code(accountId)
    if (codeWait) throw createTooManyAttemptsError(codeWait)
    const changeWait = await throttle.change(accountId)
    if (changeWait) throw createTooManyAttemptsError(changeWait, changedTooOftenMessage)
    const result = await withLock(accountId, work)
    await throttle.codeAccepted(accountId)
    return result
  }

  /** The code is used up in the transaction of `work`. */
  const withCode = <T>(accountId: string, code: string, source: RequestSource, work: (account: LockedAccount) => Promise<T>) =>
    withAttempt(accountId, async (account) => {
      if (!account.isOn) throw new AppError(409, 'Two-factor sign-in is off. Turn it on first.')
      if (!(await isCodeCorrect(account, code, source))) throw createWrongCodeError()
      return work(account)
    })

  return {
    getState: async (accountId) => {
      const { rows } = await database.pool.query<TwoFactorState>(
        `select totp_on_at is not null as "isOn",
           (select count(*)::int from identity_recovery_codes where account_id = a.id and used_at is null) as "recoveryCodesLeft"
         from identity_accounts a where id = $1`,
        [accountId],
      )
      return rows[0] ?? { isOn: false, recoveryCodesLeft: 0 }
    },
    startSetup: async (accountId, label) => {
      const secret = generateTotpSecret()
      const { keyId, sealed } = secrets.encrypt(secret, getTotpContext(accountId))
      const { rowCount } = await database.pool.query(
        `update identity_accounts set totp_key_id = $2, totp_sealed = $3, totp_last_step = null, updated_at = now()
         where id = $1 and totp_on_at is null`,
        [accountId, keyId, sealed],
      )
      if (!rowCount) throw new AppError(409, 'Two-factor sign-in is already on. Turn it off first to set up another app.')
      const uri = getTotpUri(secret, label)
      return { secret, uri, qr: drawQrCode(uri) }
    },
    confirmSetup: (accountId, code, source = systemSource) =>
      withAttempt(accountId, async (account) => {
        if (account.isOn) throw new AppError(409, 'Two-factor sign-in is already on.')
        if (account.secret === null) throw new AppError(409, 'Start the setup of two-factor sign-in again and scan the QR code.')
        const step = findTotpStep(account.secret, code, now())
        if (step === null) throw createFieldError(400, 'code', 'This code is wrong. Enter the current code of your app.')
        await account.db.rows('update identity_accounts set totp_on_at = $2, totp_last_step = $3, updated_at = now() where id = $1', [
          accountId,
          now(),
          step,
        ])
        await recordChange(account, 'two-factor-on', source)
        return replaceRecoveryCodes(account)
      }),
    disable: (accountId, code, source = systemSource) =>
      withCode(accountId, code, source, async (account) => {
        await clearTwoFactor(account.db, accountId)
        await recordChange(account, 'two-factor-off', source)
      }),
    renewRecoveryCodes: (accountId, code, source = systemSource) =>
      withCode(accountId, code, source, async (account) => {
        await recordChange(account, 'recovery-codes-renewed', source)
        return replaceRecoveryCodes(account)
      }),
    verifyCode: async (accountId, code, source = systemSource) => {
      const waitSeconds = await throttle.code(accountId)
      if (waitSeconds) return { waitSeconds }
      if (!(await withLock(accountId, (account) => isCodeCorrect(account, code, source)))) return 'wrong'
      await throttle.codeAccepted(accountId)
      return 'ok'
    },
  }
}
