import { randomBytes, randomUUID } from 'node:crypto'
import { accountNotificationJob } from '#server/platform/auth/emails/account-notification.job.ts'
import { recordAccountEvent } from '#server/platform/auth/users/account-events.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type RequestSource, systemSource } from '#server/platform/http/request-source.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { TwoFactorSetup } from '#shared/contract/account.ts'
import { changedTooOftenMessage, createFieldError, createTooManyAttemptsError } from './account-errors.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { drawSetupQr } from './setup-qr.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { findTotpStep, generateTotpSecret, getTotpUri } from './totp.ts'

/** What a code is held against: an account whose second factor is on, and the key of its recovery codes' hashes. */
type Against = { accountId: string; secret: string; hashKey: string; now: Date }

/**
 * Takes a code, if it is right, and answers which kind it was: each step of the app's is taken once and in order, each recovery code once. Both are one statement with the
 * condition in it, so that of two at once only one is right.
 */
const consumeCode = async (db: Db, code: string, { accountId, secret, hashKey, now }: Against): Promise<'app' | 'recovery' | false> => {
  const step = findTotpStep(secret, code, now)
  if (step !== null) {
    const taken = await db.rows(
      `update identity_accounts set totp_last_step = $2
       where id = $1 and totp_on_at is not null and coalesce(totp_last_step, -1) < $2 returning 1`,
      [accountId, step],
    )
    return taken.length > 0 && 'app'
  }
  const hash = hashRecoveryCode(hashKey, accountId, code)
  if (hash === null) return false
  const used = await db.rows(
    'update identity_recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null returning 1',
    [accountId, hash, now],
  )
  return used.length > 0 && 'recovery'
}

export type TwoFactorState = { isOn: boolean; recoveryCodesLeft: number }

/**
 * The second factor of accounts of the bundled provider. Every code is counted before it is looked at, per account: guessing is slowed, and each
 * function that takes one throws AppError 429 when it has to wait, and 400 at the field `code` when it is wrong. Changes are told by mail.
 */
export type TwoFactor = {
  getState(accountId: string): Promise<TwoFactorState>
  /** A new secret, which counts once it is confirmed; an unconfirmed one from before is forgotten. @throws AppError 409 when it is on */
  startSetup(accountId: string, label: string): Promise<TwoFactorSetup>
  /** Turns it on with a code of the app. Answers the recovery codes, this once. @throws AppError 409 when it is on, or was not begun */
  confirmSetup(accountId: string, code: string, from?: RequestSource): Promise<string[]>
  /** Turns it off, with a code of the app or a recovery code. @throws AppError 409 when it is off */
  disable(accountId: string, code: string, from?: RequestSource): Promise<void>
  /** New recovery codes in the place of all that are left. @throws AppError 409 when it is off */
  renewRecoveryCodes(accountId: string, code: string, from?: RequestSource): Promise<string[]>
  /** The same question at a sign-in, without throwing; a code that is right is spent by it. */
  verifyCode(accountId: string, code: string, from?: RequestSource): Promise<'ok' | 'wrong' | { waitSeconds: number }>
}

type Row = { email: string; keyId: string | null; sealed: Buffer | null; isOn: boolean }
/** An account whose row is held until the transaction ends. */
type Held = { db: Db; accountId: string; email: string; isOn: boolean; secret: string | null; hashKey: string }
type Change = 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed'
const eventOf = {
  'two-factor-on': 'two_factor_on',
  'two-factor-off': 'two_factor_off',
  'recovery-codes-renewed': 'recovery_codes_made',
} as const
type Deps = { database: Database; secrets: Secrets; now: () => Date }

const wrongCode = () =>
  createFieldError(400, 'code', 'This code is not right. Enter the newest one of your app, or a recovery code that you have not used yet.')

export const createTwoFactor = ({ database, secrets, now }: Deps): TwoFactor => {
  const throttle = createSignInThrottle(database.pool, now)

  const holding = async <T>(accountId: string, work: (held: Held) => Promise<T>): Promise<T> => {
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

  const spend = async ({ db, accountId, isOn, secret, hashKey }: Held, code: string, from: RequestSource): Promise<boolean> => {
    const spent = isOn && secret !== null && (await consumeCode(db, code, { accountId, secret, hashKey, now: now() }))
    if (spent === 'recovery') await recordAccountEvent(db, accountId, { kind: 'recovery_code_used', ...from })
    return spent !== false
  }

  const replaceCodes = async ({ db, accountId, hashKey }: Held): Promise<string[]> => {
    const codes = generateRecoveryCodes()
    await db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
    await db.rows('insert into identity_recovery_codes (account_id, code_hash) select $1, unnest($2::text[])', [
      accountId,
      codes.map((code) => hashRecoveryCode(hashKey, accountId, code)),
    ])
    return codes
  }

  const tell = async ({ db, accountId, email }: Held, kind: Change, from: RequestSource) => {
    await recordAccountEvent(db, accountId, { kind: eventOf[kind], ...from })
    await enqueue(db, accountNotificationJob, { userId: 0, id: randomUUID(), to: email, about: { kind } })
  }

  /** Counts a code as tried, and takes that back when `work` found it right; when `work` throws, nothing of it is kept but the count. */
  const counted = async <T>(accountId: string, work: (held: Held) => Promise<T>): Promise<T> => {
    const wait = await throttle.code(accountId)
    if (wait) throw createTooManyAttemptsError(wait)
    const pause = await throttle.change(accountId)
    if (pause) throw createTooManyAttemptsError(pause, changedTooOftenMessage)
    const done = await holding(accountId, work)
    await throttle.codeWasRight(accountId)
    return done
  }

  /** Runs `work` with a right code, which is spent together with what `work` does. */
  const withCode = <T>(accountId: string, { code, from }: { code: string; from: RequestSource }, work: (held: Held) => Promise<T>) =>
    counted(accountId, async (held) => {
      if (!held.isOn) throw new AppError(409, 'Two-factor sign-in is off. Turn it on first.')
      if (!(await spend(held, code, from))) throw wrongCode()
      return work(held)
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
      if (!rowCount) throw new AppError(409, 'Two-factor sign-in is on already. Turn it off first to set up another app.')
      const uri = getTotpUri(secret, label)
      return { secret, uri, qr: drawSetupQr(uri) }
    },
    confirmSetup: (accountId, code, from = systemSource) =>
      counted(accountId, async (held) => {
        if (held.isOn) throw new AppError(409, 'Two-factor sign-in is on already.')
        if (held.secret === null) throw new AppError(409, 'Scan a QR code first: start to set up two-factor sign-in again.')
        const step = findTotpStep(held.secret, code, now())
        if (step === null) throw createFieldError(400, 'code', 'This code is not right. Enter the newest one of your app.')
        await held.db.rows('update identity_accounts set totp_on_at = $2, totp_last_step = $3, updated_at = now() where id = $1', [
          accountId,
          now(),
          step,
        ])
        await tell(held, 'two-factor-on', from)
        return replaceCodes(held)
      }),
    disable: (accountId, code, from = systemSource) =>
      withCode(accountId, { code, from }, async (held) => {
        await held.db.rows(
          `update identity_accounts set totp_key_id = null, totp_sealed = null, totp_on_at = null, totp_last_step = null, updated_at = now()
           where id = $1`,
          [accountId],
        )
        await held.db.rows('delete from identity_recovery_codes where account_id = $1', [accountId])
        await tell(held, 'two-factor-off', from)
      }),
    renewRecoveryCodes: (accountId, code, from = systemSource) =>
      withCode(accountId, { code, from }, async (held) => {
        await tell(held, 'recovery-codes-renewed', from)
        return replaceCodes(held)
      }),
    verifyCode: async (accountId, code, from = systemSource) => {
      const waitSeconds = await throttle.code(accountId)
      if (waitSeconds) return { waitSeconds }
      if (!(await holding(accountId, (held) => spend(held, code, from)))) return 'wrong'
      await throttle.codeWasRight(accountId)
      return 'ok'
    },
  }
}
