import { expect, test } from 'vitest'
import { selectContributions } from '#server/domain/ledger/figures/contributions.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { createTestApp } from '#server/testing/app.ts'
import { day } from '#shared/dates.ts'
import { addUp, parseAmount, toDecimal, zero } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import { expectConsistentInvoice } from './testing/consistency.ts'

// The random scenarios have no refunds; this ledger has every state that an invoice can reach through refunds.
test('with refunds of every kind, lists, PDFs, pay pages, statements, dashboard and reports show the same figures', async () => {
  const app = await createTestApp()
  try {
    const who = await app.person('ada')
    const { invoices } = await app.database.asUser(who.userId, (db) => insertLedger(db, createRandomLedger(11, 80)))
    const now = day('2025-10-01')
    app.setNow(new Date(`${now}T12:00:00Z`))
    const [asks, outstanding, credit] = await app.database.asUser(who.userId, async (db) => {
      const { text, values } = selectContributions(db.userId, { of: 'receivable', ...allTime }, now)
      const rows = await db.rows<{ doc: number; amount: string }>(text, values)
      return [
        new Map(rows.map(({ doc, amount }) => [doc, parseAmount(amount)])),
        await sumFigure(db, { of: 'receivable', ...allTime }, now),
        await sumFigure(db, { of: 'credit', ...allTime }, now),
      ] as const
    })
    expect(outstanding).toBeGreaterThan(0)
    expect(credit).toBeGreaterThan(0)

    const get = async (url: string) => (await app.send(who, 'GET', url)).body
    const range = `from=${allTime.from}&to=${allTime.to}`
    const list = await get('/api/invoices')
    const statuses = new Set<string>()
    for (const { id, status, total, amountPaid, amountWrittenOff, balanceDue, settledBy } of list) {
      statuses.add(`${status} ${amountPaid === total ? 'whole' : Number(amountPaid) > 0 ? 'other' : 'nothing'}`)
      if (status !== 'draft') {
        // The refunded part of a paid invoice is not due, unless the owner reopens it.
        const asked = status === 'paid' ? '0.00' : balanceDue
        expect({ id, status, asked }).toEqual({ id, status, asked: toDecimal(asks.get(id) ?? zero) })
      }
      await expectConsistentInvoice(app, who, id, { status, total, amountPaid, amountWrittenOff, balanceDue, settledBy })
    }
    expect(statuses.size).toBeGreaterThan(6)

    const [dashboard, summary, ages, sums] = [
      await get('/api/dashboard'),
      await get(`/api/reports/summary?${range}`),
      await get(`/api/reports?type=receivables&${range}`),
      await get('/api/invoices/summary'),
    ]
    const same = toDecimal(outstanding)
    expect([dashboard.outstanding, summary.outstanding, ages.headline[0].amount, sums.balanceDue]).toEqual([same, same, same, same])
    expect(summary.totalRevenue).toBe(dashboard.totalRevenue)
    const customers = [...new Set(invoices.map(({ customerId }) => customerId))]
    const balances = []
    for (const id of customers)
      balances.push(parseAmount((await get(`/api/reports?type=statement&customerId=${id}&${range}`)).headline[0].amount))
    expect(addUp(balances)).toBe(outstanding - credit)
  } finally {
    await app.close()
  }
})
