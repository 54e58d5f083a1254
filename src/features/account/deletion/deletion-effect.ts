import type { z } from 'zod'
import { entities } from '#modules/entities.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import type { Auth } from '#server/platform/auth/auth.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { deletionEffect } from '#shared/contract/account.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'

export type DeletionEffect = Omit<z.output<typeof deletionEffect>, 'needsPassword'>
export type DeletedUser = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  effect: DeletionEffect
}

const countSql = (rows: string) => `(select count(*)::int from ${rows})`
const countDocumentsSql = (kind: DocumentKind) => countSql(`documents where user_id = $1 and type = '${kind}' and deleted_at is null`)

/** @throws AppError 401 when the user does not exist any more */
export const readDeletedUser = async (db: UserDb): Promise<DeletedUser> => {
  const [user] = await db.rows<DeletedUser>(
    `select u.issuer, u.subject, u.email, u.email_verified as "emailVerified", u.first_name as "firstName", u.last_name as "lastName", json_build_object(
       ${entities.map(({ tableName }) => `'${tableName}', ${countSql(`${tableName} where user_id = $1`)},`).join(' ')}
       ${documentKinds.map((kind) => `'${kind}s', ${countDocumentsSql(kind)},`).join(' ')}
       'unpaidInvoices', ${countSql(`documents i where i.user_id = $1 and ${isOpenSql('i')}`)},
       'payments', ${countSql("payments where user_id = $1 and status = 'succeeded'")},
       'files', ${countSql("files where user_id = $1 and purpose <> 'upload'")},
       'hasSubscription', u.subscription_status = 'active' or u.live_subscriptions > 0) as effect
     from users u where u.id = $1`,
    [db.userId],
  )
  if (!user) throw new AppError(401, 'Please sign in')
  return user
}

/** @returns null when another identity provider manages the account */
export const findOwnAccount = async (
  { accounts }: Pick<Auth, 'accounts'>,
  { issuer, subject }: Pick<DeletedUser, 'issuer' | 'subject'>,
): Promise<NonNullable<Auth['accounts']> | null> => (issuer === bundledIssuer && (await accounts?.read(subject)) ? accounts : null)
