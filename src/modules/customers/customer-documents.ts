import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { customerInvoice } from '#modules/customers/contract.ts'
import { dueSql, invoicePaymentsSql, settledBySql } from '#server/domain/ledger/paid-sql.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, type Page, readPage } from '#server/platform/db/pagination.ts'
import { expenses } from '#server/platform/db/schema/business.ts'
import { documents } from '#server/platform/db/schema/documents.ts'
import type { Day } from '#shared/dates.ts'
import { getEarlyDiscountOffer } from '#shared/early-discounts.ts'
import { type EstimateStatus, getEstimateStatus } from '#shared/estimate-rules.ts'
import { getInvoiceStatus, type InvoiceStatus } from '#shared/invoice-rules.ts'
import { parseAmount } from '#shared/money.ts'

const defaultSort = '-date'
type Paging = Pick<ListQuery, 'limit' | 'after'>

// The table's name is written out: the query builder omits it in a query of one table, and the subquery has columns with the same names.
const balanceDue = ({ userId }: UserDb) => sql<string>`${sql.raw(dueSql('documents', String(userId)))}::text`
const settledBy = ({ userId }: UserDb) =>
  sql<
    z.output<typeof customerInvoice>['settledBy']
  >`(select ${sql.raw(settledBySql('documents', 'settled'))} from ${sql.raw(invoicePaymentsSql('documents', String(userId)))} settled)`

/** Only where a discount for early payment depends on it. */
const settledBesides = ({ userId }: UserDb) =>
  sql<{ credited: string; writtenOff: string } | null>`case when documents.early_discount_percent is not null then
    (select json_build_object('credited', settled.credited::text, 'writtenOff', settled."writtenOff"::text)
     from ${sql.raw(invoicePaymentsSql('documents', String(userId)))} settled) end`

const isOfCustomer = (db: UserDb, type: 'invoice' | 'estimate', customerId: number) =>
  and(eq(documents.userId, db.userId), eq(documents.type, type), eq(documents.customerId, customerId), isNull(documents.deletedAt))

/** By date, newest first. */
const orders = {
  sorts: { date: () => ({ by: documents.issueDate.getSQL(), type: 'date' as const }) },
  otherwise: defaultSort,
  id: documents.id,
}
const { id, number, status, issueDate, currency, total } = documents

const isOpen = sql.raw(isOpenSql('documents'))

/** Lists a customer's invoices, newest first, with their status of today. */
export const listInvoices = async (
  db: UserDb,
  customerId: number,
  { open, ...paging }: Paging & { open?: boolean | undefined },
  today: Day,
): Promise<Page<z.output<typeof customerInvoice>[]>> => {
  const { rows, next } = await readPage(paging, {
    ...orders,
    read: ({ sortValue, where, orderBy, limit }) =>
      db.orm
        .select({
          id,
          invoiceNumber: number,
          kind: documents.invoiceKind,
          status,
          issueDate,
          dueDate: documents.dueDate,
          currency,
          total,
          withheld: documents.withheld,
          balanceDue: balanceDue(db),
          settledBy: settledBy(db),
          earlyDiscountPercent: documents.earlyDiscountPercent,
          earlyDiscountDays: documents.earlyDiscountDays,
          settled: settledBesides(db),
          sortValue,
        })
        .from(documents)
        .where(and(isOfCustomer(db, 'invoice', customerId), open ? isOpen : undefined, where))
        .orderBy(orderBy)
        .limit(limit),
  })
  const due = customerInvoice.shape.balanceDue
  return {
    rows: rows.map(({ settled, ...row }) => ({
      ...row,
      dueDate: row.dueDate!,
      balanceDue: z.decode(due, row.balanceDue),
      earlyDiscount:
        settled &&
        getEarlyDiscountOffer({
          ...row,
          balanceDue: z.decode(due, row.balanceDue),
          ...{ amountCredited: parseAmount(settled.credited), amountWrittenOff: parseAmount(settled.writtenOff) },
        }),
      status: getInvoiceStatus({ status: row.status as InvoiceStatus, dueDate: row.dueDate!, total: row.total }, today),
    })),
    next,
  }
}

/** Lists a customer's estimates, newest first, with their status of today. */
export const listEstimates = async (db: UserDb, customerId: number, paging: Paging, today: Day) => {
  const { rows, next } = await readPage(paging, {
    ...orders,
    read: ({ sortValue, where, orderBy, limit }) =>
      db.orm
        .select({ id, estimateNumber: number, status, issueDate, expiryDate: documents.expiryDate, currency, total, sortValue })
        .from(documents)
        .where(and(isOfCustomer(db, 'estimate', customerId), where))
        .orderBy(orderBy)
        .limit(limit),
  })
  return {
    rows: rows.map((row) => ({
      ...row,
      expiryDate: row.expiryDate!,
      status: getEstimateStatus(row.status as EstimateStatus, row.expiryDate!, today),
    })),
    next,
  }
}

/** Lists the expenses for a customer, newest first. */
export const listExpenses = (db: UserDb, customerId: number, paging: Paging) =>
  readPage(paging, {
    sorts: { date: () => ({ by: expenses.expenseDate.getSQL(), type: 'date' }) },
    otherwise: defaultSort,
    id: expenses.id,
    read: ({ sortValue, where, orderBy, limit }) => {
      const { id, description, category, expenseDate, vendor, amount } = expenses
      return db.orm
        .select({ id, description, category, expenseDate, vendor, amount, sortValue })
        .from(expenses)
        .where(and(eq(expenses.userId, db.userId), eq(expenses.customerId, customerId), where))
        .orderBy(orderBy)
        .limit(limit)
    },
  })
