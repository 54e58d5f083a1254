import { AppError } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import type { Caller } from '#server/platform/http/route.ts'
import { createFieldError, createTooManyAttemptsError } from './accounts/account-errors.ts'
import type { AccountService } from './accounts/account-service.ts'
import { bundledIssuer } from './users/find-user.ts'

type Given = { password?: string | null | undefined; code?: string | null | undefined; from: RequestSource }

/**
 * Answers when the caller's password was given, and a code while two-factor sign-in is on: an open browser isn't enough for what follows. Where his
 * account is looked after elsewhere, there is nothing here that he could be asked for.
 * @returns his account of the bundled provider, or null where it is another's
 * @throws AppError 400 at the field that is missing or wrong, 429 after too many
 */
export const reauthenticate = async (own: AccountService | null, user: Caller, { password, code, from }: Given): Promise<string | null> => {
  const [row] = await user.tx((db) =>
    db.rows<{ issuer: string; subject: string }>('select issuer, subject from users where id = $1', [user.id]),
  )
  if (!row) throw new AppError(401, 'Please sign in')
  const { issuer, subject } = row
  if (own === null || issuer !== bundledIssuer || !(await own.read(subject))) return null
  if (!password) throw createFieldError(400, 'password', 'Password is required')
  await own.verifyPassword(subject, { password, ...from })
  if (!(await own.twoFactor.getState(subject)).isOn) return subject
  if (!code) throw createFieldError(400, 'code', 'Code is required')
  const checked = await own.twoFactor.verifyCode(subject, code, from)
  if (checked === 'ok') return subject
  if (checked === 'wrong')
    throw createFieldError(
      400,
      'code',
      'This code is not right. Enter the newest one of your app, or a recovery code that you have not used yet.',
    )
  throw createTooManyAttemptsError(checked.waitSeconds)
}
