import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { invoice } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { invoiceRecordSql } from './record.ts'

/** An invoice in code: amounts in cents, status as of today, `paymentUrl` as a path. */
export type Invoice = z.output<typeof invoice>

const invoices = z.array(invoice)

/** Parses database rows. */
export const parseInvoices = (rows: unknown[]): Invoice[] => invoices.parse(rows)

/** Converts an invoice to its reply. The stored link is a path, so that it stays valid when the server's URL changes. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (invoice: Invoice): Invoice => ({ ...invoice, paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl) })

/** @throws AppError 404 */
export const getInvoice = async (db: UserDb, id: number, today: Day): Promise<Invoice> => {
  const [found] = parseInvoices(await db.rows(invoiceRecordSql.one, [db.userId, today, '', id], 'invoices.one'))
  if (!found) throw notFound('Invoice')
  return found
}
