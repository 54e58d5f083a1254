import { expect } from 'vitest'
import type { Person, TestApp } from '#server/testing/app.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'
import { everything } from '#shared/periods.ts'
import { invoicePapers } from '../papers.ts'

/** Amounts as decimal text. */
export type BookSums = { revenue: string; outstanding: string; balance: string }
export type PaperSums = { status: InvoiceStatus; total: string; amountPaid: string; balanceDue: string }

const { from, to } = everything
const papers = invoicePapers({
  now: () => new Date(),
  absolute: (path) => path,
  canCollect: async () => false,
  lastPaidOn: async () => null,
})

/** What a business comes to, as its dashboard says it. */
export const expectOneBook = async (app: TestApp, who: Person, { revenue, outstanding }: BookSums) => {
  const { body } = await app.send(who, 'GET', '/api/dashboard')
  expect([body.totalRevenue, body.outstanding]).toEqual([revenue, outstanding])
}

/** The same, as its reports and the statement of its only customer say it. */
export const expectOneReport = async (app: TestApp, who: Person, customerId: number, { revenue, outstanding, balance }: BookSums) => {
  const [summary, statement] = await Promise.all(
    [`/api/reports/summary?from=${from}&to=${to}`, `/api/reports?type=statement&customerId=${customerId}&from=${from}&to=${to}`].map(
      async (url) => (await app.send(who, 'GET', url)).body,
    ),
  )
  const lastOf = (cells: { amount?: string }[]) => cells.at(-1)!.amount
  expect({
    summary: [summary.totalRevenue, summary.outstanding],
    statement: [statement.headline[0].amount, lastOf(statement.table.rows.at(-1).cells)],
    // The last line before the closing balance: what the lines add up to by themselves.
    lines: lastOf(statement.table.rows.at(-2).cells),
  }).toEqual({ summary: [revenue, outstanding], statement: [balance, balance], lines: balance })
}

/** What an invoice asks for is what its paper prints, whatever it is drawn on, and what its customer is asked for on the pay page. */
export const expectOnePaper = async (app: TestApp, who: Person, id: number, { status, total, amountPaid, balanceDue }: PaperSums) => {
  const [[row], { paper }] = await Promise.all([
    app.sql<{ publicId: string }>('select public_id as "publicId" from public_invoices where user_id = $1 and invoice_id = $2', [
      who.userId,
      id,
    ]),
    app.database.asUser(who.userId, (db) => papers.read(db, id)),
  ])
  const page = await app.send(who, 'GET', `/api/public/invoice/${row!.publicId}`)
  const last = paper.totals.at(-1)!.value
  if (Number(amountPaid) === 0) expect(last).toBe(showMoney(total))
  // A paid one may have been refunded: then nothing is asked for, and what stayed is the last that it says.
  else expect(last).toBe(showMoney(status === 'paid' && balanceDue !== '0.00' ? amountPaid : balanceDue))
  const shown = { status: page.status, invoice: status === 'draft' ? null : page.body.invoice }
  expect(shown).toMatchObject(status === 'draft' ? { status: 404 } : { status: 200, invoice: { status, total, amountPaid, balanceDue } })
}
