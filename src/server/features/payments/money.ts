import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { Collectable } from './balance.ts'
import { withoutOpenPage } from './close.ts'
import { type ManualDeps, payOutstanding } from './manual.ts'
import { settleNow } from './settle.ts'
import { paymentsOf } from './shown.ts'
import { reopen } from './undo.ts'
import { unreachable } from './unreachable.ts'

/**
 * What the invoices ask of the payments: see `InvoiceMoney` there. Each change of money or status here raises the invoice's version and
 * writes its own line of the history; a draft that is paid is issued first.
 */
export const invoiceMoney = (deps: ManualDeps) => ({
  /** @throws AppError 404, 409 while a payment is being confirmed, 502 when an open page can't be closed */
  exclusively: <T>(userId: number, invoiceId: number, work: (db: UserDb, invoice: Collectable) => Promise<T>): Promise<T> =>
    withoutOpenPage(deps, userId, invoiceId, work).catch(unreachable(deps.log)),
  payOutstanding: (db: UserDb, invoiceId: number, day: Day) => payOutstanding(deps, db, invoiceId, day),
  reopen: (db: UserDb, invoiceId: number) => reopen(deps, db, invoiceId),
  settle: (db: UserDb, invoiceId: number) => settleNow(deps, db, invoiceId),
  paymentsOf,
  hasProviderPayment: async (db: UserDb, invoiceId: number): Promise<boolean> =>
    (
      await db.rows(
        "select 1 from payments where user_id = $1 and invoice_id = $2 and provider <> 'manual' and status = 'succeeded' and amount > refunded limit 1",
        [db.userId, invoiceId],
      )
    ).length > 0,
})
