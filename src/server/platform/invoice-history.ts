import type { FieldChange, HistoryKind } from '#shared/api/invoice-history.ts'
import type { UserDb } from './db/client.ts'

/** Who does things that the owner didn't: somebody who pays, or the app by itself. */
export type Actor = 'Customer' | 'Billfold'

/** The owner's name in SQL, for a query with `users u`. */
export const ownerName = "coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)"

/**
 * Adds to an invoice's history, in the transaction of the change itself: both happen, or neither.
 * @param by the owner, unless somebody else is named
 */
export const noteEvent = async (
  db: UserDb,
  invoiceId: number,
  kind: HistoryKind,
  changes: readonly FieldChange[] = [],
  by: Actor | null = null,
): Promise<void> => {
  await db.rows(
    `insert into invoice_events (user_id, invoice_id, kind, by, changes)
     select u.id, $2, $3, coalesce($4, ${ownerName}), $5 from users u where u.id = $1`,
    [db.userId, invoiceId, kind, by, JSON.stringify(changes)],
    'history.note',
  )
}
