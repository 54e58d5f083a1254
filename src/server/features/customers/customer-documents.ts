import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ListQuery, type Page, readPage } from '#server/platform/db/pagination.ts'
import { expenses } from '#server/platform/db/schema/business.ts'
import { estimates, invoices } from '#server/platform/db/schema/documents.ts'
import { customerInvoice } from '#shared/contract/customers.ts'
import type { Day } from '#shared/dates.ts'
import { getEstimateStatus } from '#shared/estimate-rules.ts'
import { getInvoiceStatus } from '#shared/invoice-rules.ts'

const defaultSort = '-date'
type Paging = Pick<ListQuery, 'limit' | 'after'>

// Table names are written out: the query builder omits them in a query of one table, and the subquery has columns with the same names.
const balanceDue = sql<string>`greatest(invoices.total - ${sql.raw(paidSql('invoices'))}, 0)::numeric(14,2)::text`

/** Lists a customer's invoices, newest first, with their status of today. */
export const listInvoices = async (
  db: UserDb,
  customerId: number,
  paging: Paging,
  today: Day,
): Promise<Page<z.output<typeof customerInvoice>[]>> => {
  const { rows, next } = await readPage(paging, {
    sorts: { date: () => ({ by: invoices.issueDate.getSQL(), type: 'date' }) },
    otherwise: defaultSort,
    id: invoices.id,
    read: ({ sortValue, where, orderBy, limit }) => {
      const { id, invoiceNumber, status, issueDate, dueDate, total } = invoices
      return db.orm
        .select({ id, invoiceNumber, status, issueDate, dueDate, total, balanceDue, sortValue })
        .from(invoices)
        .where(and(eq(invoices.userId, db.userId), eq(invoices.customerId, customerId), isNull(invoices.deletedAt), where))
        .orderBy(orderBy)
        .limit(limit)
    },
  })
  const due = customerInvoice.shape.balanceDue
  return {
    rows: rows.map((row) => ({
      ...row,
      balanceDue: z.decode(due, row.balanceDue),
      status: getInvoiceStatus(row.status, row.dueDate, today),
    })),
    next,
  }
}

/** Lists a customer's estimates, newest first, with their status of today. */
export const listEstimates = async (db: UserDb, customerId: number, paging: Paging, today: Day) => {
  const { rows, next } = await readPage(paging, {
    sorts: { date: () => ({ by: estimates.issueDate.getSQL(), type: 'date' }) },
    otherwise: defaultSort,
    id: estimates.id,
    read: ({ sortValue, where, orderBy, limit }) => {
      const { id, estimateNumber, status, issueDate, expiryDate, total } = estimates
      return db.orm
        .select({ id, estimateNumber, status, issueDate, expiryDate, total, sortValue })
        .from(estimates)
        .where(and(eq(estimates.userId, db.userId), eq(estimates.customerId, customerId), isNull(estimates.deletedAt), where))
        .orderBy(orderBy)
        .limit(limit)
    },
  })
  return { rows: rows.map((row) => ({ ...row, status: getEstimateStatus(row.status, row.expiryDate, today) })), next }
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
