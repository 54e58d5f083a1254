import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import type { Caller } from '#server/platform/http/route.ts'
import { createFieldError, createTooManyAttemptsError, createWrongCodeError } from './account-errors.ts'
import type { AccountService } from './account-service.ts'

type Credentials = { password?: string | null | undefined; code?: string | null | undefined; source: RequestSource }

/** Users of an external provider have no credentials here and pass. @throws AppError 400 for a missing or wrong one, 429 */
export const reauthenticate = async (
  accounts: AccountService | null,
  user: Caller,
  { password, code, source }: Credentials,
): Promise<string | null> => {
  const [row] = await user.tx((db) =>
    db.rows<{ issuer: string; subject: string }>('select issuer, subject from users where id = $1', [user.id]),
  )
  if (!row) throw new AppError(401, 'Please sign in')
  const { issuer, subject } = row
  if (accounts === null || issuer !== bundledIssuer || !(await accounts.read(subject))) return null
  if (!password) throw createFieldError(400, 'password', 'Password is required')
  await accounts.verifyPassword(subject, { password, ...source })
  if (!(await accounts.twoFactor.getState(subject)).isOn) return subject
  if (!code) throw createFieldError(400, 'code', 'Code is required')
  const result = await accounts.twoFactor.verifyCode(subject, code, source)
  if (result === 'ok') return subject
  throw result === 'wrong' ? createWrongCodeError() : createTooManyAttemptsError(result.waitSeconds)
}
