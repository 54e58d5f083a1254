import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { commands, firsts, type Real } from './testing/commands.ts'
import { bookOf, figuresOf, type Model } from './testing/model.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let people = 0
/** Somebody new who has a draft and a sent invoice, and whose trial is nearly over. */
const begin = async (trialUsed: number): Promise<{ model: Model; real: Real }> => {
  const who = await app.person(`model${++people}`)
  // Without an address the notes of thousands of payments needn't be written.
  await app.sql('update users set trial_invoices_used = $2, email = null where id = $1', [who.userId, trialUsed])
  const { body: customer } = await app.send(who, 'POST', '/api/customers', { name: 'Acme' })
  const model = { invoices: [], trialUsed }
  const real = { app, who, customerId: customer.id, made: 0 }
  for (const first of firsts) await first.run(model, real)
  return { model, real }
}

/** At the end every screen tells the same story. */
const compareAll = async (model: Model, { who }: Real) => {
  const [list, summary, dashboard, status] = await Promise.all(
    ['/api/invoices', '/api/invoices/summary', '/api/dashboard', '/api/user/status'].map((url) => app.send(who, 'GET', url)),
  )
  const live = model.invoices.filter((invoice) => !invoice.isDeleted)
  expect(Object.fromEntries(list!.body.map((row: { id: number }) => [row.id, row]))).toMatchObject(
    Object.fromEntries(live.map((invoice) => [invoice.id, figuresOf(invoice)])),
  )
  const book = bookOf(model)
  expect(list!.body).toHaveLength(book.count)
  expect(summary!.body).toEqual({ count: book.count, total: book.total, balanceDue: book.outstanding })
  expect(dashboard!.body).toMatchObject({ totalRevenue: book.revenue, outstanding: book.outstanding })
  expect(status!.body.trialInvoicesUsed).toBe(model.trialUsed)
}

test('two thousand random lives of invoices go as the model says', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: 8 }), fc.commands(commands, { maxCommands: 12, size: 'max' }), async (trialUsed, life) => {
      const { model, real } = await begin(trialUsed)
      await fc.asyncModelRun(() => ({ model, real }), life)
      await compareAll(model, real)
    }),
    { numRuns: 2000 },
  )
})
