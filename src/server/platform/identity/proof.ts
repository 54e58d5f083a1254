import { AppError } from '../errors.ts'
import type { CameFrom } from '../http/came-from.ts'
import type { Caller } from '../http/route.ts'
import { fieldError, tooMany } from './field-error.ts'
import { bundledIssuer } from './find-user.ts'
import type { OwnAccounts } from './own-accounts.ts'

type Given = { password?: string | null | undefined; code?: string | null | undefined; from: CameFrom }

/**
 * Answers when the caller's password was given, and a code while two-factor sign-in is on: an open browser isn't enough for what follows. Where his
 * account is looked after elsewhere, there is nothing here that he could be asked for.
 * @returns his account of the bundled provider, or null where it is another's
 * @throws AppError 400 at the field that is missing or wrong, 429 after too many
 */
export const proveOwner = async (own: OwnAccounts | null, user: Caller, { password, code, from }: Given): Promise<string | null> => {
  const [row] = await user.tx((db) =>
    db.rows<{ issuer: string; subject: string }>('select issuer, subject from users where id = $1', [user.id]),
  )
  if (!row) throw new AppError(401, 'Please sign in')
  const { issuer, subject } = row
  if (own === null || issuer !== bundledIssuer || !(await own.read(subject))) return null
  if (!password) throw fieldError(400, 'password', 'Password is required')
  await own.checkPassword(subject, { password, ...from })
  if (!(await own.twoFactor.stateOf(subject)).isOn) return subject
  if (!code) throw fieldError(400, 'code', 'Code is required')
  const checked = await own.twoFactor.check(subject, code, from)
  if (checked === 'ok') return subject
  if (checked === 'wrong')
    throw fieldError(
      400,
      'code',
      'This code is not right. Enter the newest one of your app, or a recovery code that you have not used yet.',
    )
  throw tooMany(checked.waitSeconds)
}
