import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { type Actor, recordEvent } from '#server/domain/documents/history.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getInvoiceStatus, type InvoiceStatus, statusLabels } from '#shared/invoice-rules.ts'
import { type Cents, cents } from '#shared/money.ts'
import { updateAttention } from './attention.ts'
import { type InvoiceBalance, lockBalance } from './balance.ts'

type Deps = { now: () => Date }

const setStatus = async ({ now }: Deps, db: UserDb, invoice: InvoiceBalance, status: 'sent' | 'paid', by: Actor | null) => {
  await db.rows('update invoices set status = $3, updated_at = now(), version = version + 1 where user_id = $1 and id = $2', [
    db.userId,
    invoice.id,
    status,
  ])
  const today = await getUserToday(db, now())
  const shown = (stored: InvoiceStatus) => statusLabels[getInvoiceStatus(stored, invoice.dueDate, today)]
  await recordEvent(
    db,
    invoiceType,
    invoice.id,
    status === 'paid' ? 'paid' : 'reopened',
    [{ field: 'Status', before: shown(invoice.status), after: shown(status) }],
    by,
  )
}

/** Makes an invoice paid, unless it is. */
export const markPaid = async (deps: Deps, db: UserDb, invoice: InvoiceBalance, by: Actor | null = null): Promise<void> => {
  if (invoice.status !== 'paid') await setStatus(deps, db, invoice, 'paid', by)
}

/** Makes a paid invoice a sent one. */
export const markUnpaid = async (deps: Deps, db: UserDb, invoice: InvoiceBalance): Promise<void> => {
  if (invoice.status === 'paid') await setStatus(deps, db, invoice, 'sent', null)
}

/**
 * Lets the status follow the sums: paid when the money that came covers the total, sent again when a paid one asks for more than ever came.
 * A refund alone reopens nothing: whether the invoice is asked for again is the owner's to say. What wants his eye is noted.
 * @param goneBack of money that is heard of only now, what had gone back already: whether we hear of both together or one after the other, it was paid
 */
export const updateInvoiceStatus = async (
  deps: Deps,
  db: UserDb,
  invoice: InvoiceBalance,
  by: Actor | null = null,
  goneBack: Cents = cents(0),
): Promise<void> => {
  const came = invoice.paid + goneBack
  if (came > 0 && came >= invoice.total) await markPaid(deps, db, invoice, by)
  else if (invoice.taken < invoice.total) await markUnpaid(deps, db, invoice)
  await updateAttention(db, invoice.id)
}

/** `settle` for an invoice whose sums may just have changed. */
export const refreshInvoiceStatus = async (deps: Deps, db: UserDb, invoiceId: number): Promise<void> =>
  updateInvoiceStatus(deps, db, await lockBalance(db, invoiceId))
