import type { z } from 'zod'
import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import type { Auth } from '#server/platform/auth/auth.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { deletionEffect } from '#shared/contract/account.ts'

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

const countOf = (rows: string) => `(select count(*)::int from ${rows})`

/** Who wants to leave, and what would be gone. @throws AppError 401 when he has left meanwhile */
export const readDeletedUser = async (db: UserDb): Promise<DeletedUser> => {
  const [leaver] = await db.rows<DeletedUser>(
    `select u.issuer, u.subject, u.email, u.email_verified as "emailVerified", u.first_name as "firstName", u.last_name as "lastName", json_build_object(
       'customers', ${countOf('customers c where c.user_id = u.id')},
       'items', ${countOf('items t where t.user_id = u.id')},
       'invoices', ${countOf('invoices i where i.user_id = u.id and i.deleted_at is null')},
       'unpaidInvoices', ${countOf(`invoices i where i.user_id = u.id and i.deleted_at is null and i.status in ('sent', 'overdue') and i.total > ${paidSql('i')}`)},
       'estimates', ${countOf('estimates e where e.user_id = u.id and e.deleted_at is null')},
       'expenses', ${countOf('expenses x where x.user_id = u.id')},
       'payments', ${countOf("payments p where p.user_id = u.id and p.status = 'succeeded'")},
       'files', ${countOf('files f where f.user_id = u.id')},
       'hasSubscription', u.subscription_status = 'active' or u.live_subscriptions > 0) as effect
     from users u where u.id = $1`,
    [db.userId],
  )
  if (!leaver) throw new AppError(401, 'Please sign in')
  return leaver
}

/** The account that is kept here for this user, by whose password he can be asked; null for one that is kept elsewhere. */
export const findOwnAccount = async (
  { accounts }: Pick<Auth, 'accounts'>,
  { issuer, subject }: Pick<DeletedUser, 'issuer' | 'subject'>,
): Promise<NonNullable<Auth['accounts']> | null> => (issuer === bundledIssuer && (await accounts?.read(subject)) ? accounts : null)
