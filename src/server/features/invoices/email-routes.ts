import { emailRoutes } from '#server/domain/documents/emails/routes.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { invoiceMailing } from './emails.ts'

type Deps = {
  absolute: (path: string) => string
  /** Queues the job of a payment's receipt again; provided by the payments. */
  queueReceipt: (db: UserDb, paymentId: number) => Promise<void>
}

/** Routes to send invoices by email and read the emails' state; they also retry receipts. */
export const invoiceEmailRoutes = ({ absolute, queueReceipt }: Deps) =>
  emailRoutes(invoiceMailing, invoicesApi, { absolute, requeueOther: (db, { paymentId }) => queueReceipt(db, paymentId!) })
