import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { invoice } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { invoiceRecordSql } from './record.ts'

/** An invoice as the app knows it: amounts in cents, its status as of a day, `paymentUrl` as a path. */
export type Invoice = z.output<typeof invoice>

const invoices = z.array(invoice)

/** Rows of the database as invoices. */
export const parseInvoices = (rows: unknown[]): Invoice[] => invoices.parse(rows)

/** As replies show it. The link is stored as a path, so that it stays right when the server moves to another address. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (invoice: Invoice): Invoice => ({ ...invoice, paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl) })

/** @throws AppError 404 */
export const getInvoice = async (db: UserDb, id: number, today: Day): Promise<Invoice> => {
  const [found] = parseInvoices(await db.rows(invoiceRecordSql.one, [db.userId, today, '', id], 'invoices.one'))
  if (!found) throw notFound('Invoice')
  return found
}
