import { expect } from 'vitest'
import { createInvoiceReader } from '#features/invoices/pdf.ts'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { Person, TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { formatMoney, parseAmount, toAmount, toDecimal } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'

/** Expected figures, as decimal text. */
export type LedgerFigures = { revenue: string; outstanding: string; balance: string }
export type InvoiceFigures = { status: InvoiceStatus; total: string; amountPaid: string; balanceDue: string } & Partial<
  Pick<InvoiceWire, 'amountWrittenOff' | 'settledBy'>
>

const { from, to } = allTime
const offered = async () => []
const documents = createInvoiceReader({ now: () => new Date(), absolute: (path) => path, accounts: { offered } as unknown as Accounts })

/** Expects the figures on the dashboard. */
export const expectConsistentLedger = async (app: TestApp, who: Person, { revenue, outstanding }: LedgerFigures) => {
  const { body } = await app.send(who, 'GET', '/api/dashboard')
  expect([body.totalRevenue, body.outstanding]).toEqual([revenue, outstanding])
}

/** Expects the figures in the reports and in the statement of the only customer. */
export const expectConsistentReports = async (
  app: TestApp,
  who: Person,
  customerId: number,
  { revenue, outstanding, balance }: LedgerFigures,
) => {
  const [summary, statement] = await Promise.all(
    [`/api/reports/summary?from=${from}&to=${to}`, `/api/reports?type=statement&customerId=${customerId}&from=${from}&to=${to}`].map(
      async (url) => (await app.send(who, 'GET', url)).body,
    ),
  )
  const lastOf = (cells: { amount?: string }[]) => cells.at(-1)!.amount
  expect({
    summary: [summary.totalRevenue, summary.outstanding],
    statement: [statement.headline[0].amount, lastOf(statement.table.rows.at(-1).cells)],
    // The last row before the closing balance has the sum of the rows.
    lines: lastOf(statement.table.rows.at(-2).cells),
  }).toEqual({ summary: [revenue, outstanding], statement: [balance, balance], lines: balance })
}

/** Expects the same amounts of an invoice on its PDF and on its pay page. */
export const expectConsistentInvoice = async (
  app: TestApp,
  who: Person,
  id: number,
  { status, total, amountPaid, amountWrittenOff = '0.00', balanceDue, settledBy = null }: InvoiceFigures,
) => {
  const [publicId, { document }] = await Promise.all([
    getPublicId(app, id),
    app.database.asUser(who.userId, (db) => documents.read(db, id)),
  ])
  const page = await app.send(who, 'GET', `/api/public/invoice/${publicId}`)
  // A day may follow: 'Refunded (Jan 05, 2026)'.
  const toName = ({ label }: { label: string }) => label.replace(/ \(.*\)$/, '')
  const printed = (name: string) => document.totals.find((row) => toName(row) === name)?.value.replace(/[$,]/g, '') ?? '0.00'
  const net = toAmount(parseAmount(printed('Paid')) + parseAmount(printed('Refunded')))
  expect([printed('Total'), toDecimal(net)]).toEqual([total, amountPaid])
  // A refunded paid invoice has no balance due; all others end with it.
  const last = document.totals.at(-1)!
  if (status === 'paid' && balanceDue !== '0.00') expect(toName(last)).toBe('Refunded')
  else expect(last.value).toBe(formatMoney(printed('Paid') === '0.00' && amountWrittenOff === '0.00' ? total : balanceDue, 'USD'))
  const shown = { status: page.status, invoice: status === 'draft' ? null : page.body.invoice }
  // The customer is told neither that it was written off nor that what asks for nothing was paid.
  const owesNothing = (settledBy && balanceDue === '0.00') || (total === '0.00' && amountPaid === '0.00')
  const publicStatus = owesNothing && status !== 'draft' ? 'sent' : status
  expect(shown).toMatchObject(
    status === 'draft' ? { status: 404 } : { status: 200, invoice: { status: publicStatus, total, amountPaid, balanceDue } },
  )
}
