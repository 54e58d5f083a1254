import { expect, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatuses, getEstimateStatus } from '#shared/estimate-rules.ts'
import { getInvoiceStatus, invoiceStatuses } from '#shared/invoice-rules.ts'

test('SQL and TypeScript show the same status of any invoice and estimate on any day', async () => {
  const { database } = await withTestDatabase()
  const today = '2026-02-01' as Day
  const days = ['2026-01-31', '2026-02-01', '2026-02-02'] as Day[]
  const totals = ['0', '0.00', '0.01', '35000', '99999999999.999']
  const invoices = invoiceStatuses.flatMap((status) => days.flatMap((dueDate) => totals.map((total) => ({ status, dueDate, total }))))
  const estimates = estimateStatuses.flatMap((status) =>
    days.flatMap((expiryDate) => totals.map((total) => ({ status, expiryDate, total }))),
  )
  const { rows } = await database.pool.query(
    `select document_status(status, "dueDate", "expiryDate", total, $2) as shown
     from json_to_recordset($1) as d (n int, status text, "dueDate" date, "expiryDate" date, total numeric) order by n`,
    [JSON.stringify([...invoices, ...estimates].map((each, n) => ({ n, ...each }))), today],
  )
  expect(rows.map(({ shown }) => shown)).toEqual([
    ...invoices.map((each) => getInvoiceStatus(each, today)),
    ...estimates.map(({ status, expiryDate }) => getEstimateStatus(status, expiryDate, today)),
  ])
})
