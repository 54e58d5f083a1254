import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { Collectable } from './balance.ts'
import { withoutOpenPage } from './close.ts'
import { type ReconcileDeps, settle } from './reconcile.ts'

/** What the invoices ask of the payments: see `InvoiceMoney` there. */
export const invoiceMoney = (deps: ReconcileDeps) => ({
  exclusively: <T>(userId: number, invoiceId: number, work: (db: UserDb, invoice: Collectable) => Promise<T>) =>
    withoutOpenPage(deps, userId, invoiceId, work),
  payOutstanding: async (_db: UserDb, _invoiceId: number, _day: Day): Promise<void> => undefined,
  reopen: async (_db: UserDb, _invoiceId: number): Promise<void> => undefined,
  settle,
  hasProviderPayment: async (_db: UserDb, _invoiceId: number): Promise<boolean> => false,
})
