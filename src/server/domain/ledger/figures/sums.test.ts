import { afterAll, beforeAll, expect, test } from 'vitest'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { sumFigureBy, sumFigureByPeriod } from '#server/domain/ledger/testing/sums.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { day } from '#shared/dates.ts'
import { cents as amountOf, toSum } from '#shared/money.ts'
import { allTime, splitRange } from '#shared/periods.ts'
import { bases, figureNames } from '#shared/reports.ts'
import type { Figure } from './contributions.ts'
import { sumFigure } from './sums.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
})
afterAll(() => app.close())

const today = day('2026-06-30')
const cents = (hundredths: number) => toSum(amountOf(hundredths))
const sum = (figure: Partial<Figure> & Pick<Figure, 'of'>) =>
  app.database.asUser(ada.userId, (db) => sumFigure(db, { ...allTime, ...figure }, today))

test('a partial refund of a paid invoice reduces the sale and its tax', async () => {
  const customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
  const form = { customerId, invoiceNumber: 'A', status: 'sent', issueDate: '2026-03-31', dueDate: '2026-04-30', taxRate: '8.25' }
  const { id } = await app.call(ada, 'POST', '/api/invoices', {
    ...form,
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
  })
  await app.sql(
    `with p as (insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
       values ($1, $2, 108.25, 50.00, '2026-04-02', 'card', 'stripe', 'succeeded') returning id)
     insert into movements (user_id, kind, document_id, payment_id, day, amount, currency) select $1, 'refund', $2, id, '2026-05-03', 50, 'USD' from p`,
    [ada.userId, id],
  )
  await app.sql("update documents set status = 'paid' where id = $1", [id])
  await app.database.asUser(ada.userId, postAll)
  for (const basis of bases) {
    expect([await sum({ of: 'sales', basis }), await sum({ of: 'tax', basis })]).toEqual([cents(5381), cents(444)])
    expect(await sum({ of: 'sales', basis, from: day('2026-05-01'), to: day('2026-05-31') })).toBe(cents(-4619))
  }
  expect(await sum({ of: 'sales', from: day('2026-03-01'), to: day('2026-03-31') })).toBe(cents(10_000))
  expect(await sum({ of: 'sales', basis: 'cash', from: day('2026-03-01'), to: day('2026-03-31') })).toBe(0n)
  expect([await sum({ of: 'received' }), await sum({ of: 'paymentsIn' }), await sum({ of: 'refundsOut' })]).toEqual([
    cents(5825),
    cents(10_825),
    cents(5000),
  ])
  expect([await sum({ of: 'receivable' }), await sum({ of: 'receivable', to: day('2026-04-01') }), await sum({ of: 'credit' })]).toEqual([
    0n,
    cents(10_825),
    0n,
  ])
  expect(await sum({ of: 'receivable', to: day('2026-05-01'), bucket: 'days1' })).toBe(0n)
})

test('every figure works with every filter, by period and by dimension', async () => {
  const parts = splitRange({ from: day('2026-01-01'), to: day('2026-12-31') }, 'month')
  for (const name of figureNames)
    for (const basis of bases) {
      const of = name
      const filters =
        of === 'expenses'
          ? { customerId: 1, category: 'Travel' }
          : { customerId: 1, rate: '8.25', status: 'overdue' as const, bucket: 'days1' as const }
      expect(await sum({ of, basis, ...filters })).toBeTypeOf('bigint')
      await app.database.asUser(ada.userId, async (db) => {
        expect(await sumFigureByPeriod(db, { of, basis, from: parts[0]!.from, to: parts.at(-1)!.to }, parts, today)).toHaveLength(12)
        await sumFigureBy(db, { of, basis, ...allTime }, of === 'expenses' ? 'category' : 'customer', today)
      })
    }
})
