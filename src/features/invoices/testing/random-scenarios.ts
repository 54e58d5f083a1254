import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '#server/testing/app.ts'
import { allTime } from '#shared/periods.ts'
import { commands, initialCommands, type RealApp } from './commands.ts'
import { expectConsistentReports } from './consistency.ts'
import { getFigures, getLedgerFigures, type Model } from './model.ts'

/** Reports and statement are checked in one of so many scenarios only, as they take longer than the steps. */
const reportInterval = 5

let people = 0
/** A new user with a nearly used up trial. */
const startScenario = async (app: TestApp, trialUsed: number, isReported: boolean): Promise<{ model: Model; real: RealApp }> => {
  const who = await app.person(`model${++people}`)
  // Without an address, no notifications of thousands of payments are created.
  await app.sql('update users set trial_invoices_used = $2, email = null where id = $1', [who.userId, trialUsed])
  const { body: customer } = await app.send(who, 'POST', '/api/customers', { name: 'Acme' })
  const model = { invoices: [], trialUsed }
  const real = { app, who, customerId: customer.id, made: 0, isReported }
  for (const first of initialCommands) await first.run(model, real)
  return { model, real }
}

/** The checks at the end of a scenario. */
const compareAll = async (model: Model, { app, who, customerId }: RealApp) => {
  const receivables = `/api/reports?type=receivables&from=${allTime.from}&to=${allTime.to}`
  const [list, summary, report, status] = await Promise.all(
    ['/api/invoices', '/api/invoices/summary', receivables, '/api/user/status'].map((url) => app.send(who, 'GET', url)),
  )
  const live = model.invoices.filter((invoice) => !invoice.isDeleted)
  expect(Object.fromEntries(list!.body.map((row: { id: number }) => [row.id, row]))).toMatchObject(
    Object.fromEntries(live.map((invoice) => [invoice.id, getFigures(invoice)])),
  )
  const figures = getLedgerFigures(model)
  expect(list!.body).toHaveLength(figures.count)
  expect(summary!.body).toMatchObject({ count: figures.count, total: figures.total, balanceDue: figures.outstanding })
  expect(report!.body.headline[0].amount).toBe(figures.outstanding)
  await expectConsistentReports(app, who, customerId, figures)
  expect(status!.body.trialInvoicesUsed).toBe(model.trialUsed)
}

/** Runs random scenarios, each for a new user, against the app and the model. */
export const expectToFollowModel = (app: TestApp, options: { numRuns: number; seed: number }) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: 8 }),
      fc.nat({ max: reportInterval - 1 }),
      fc.commands(commands, { maxCommands: 10, size: 'max' }),
      async (trialUsed, which, scenario) => {
        const { model, real } = await startScenario(app, trialUsed, which === 0)
        await fc.asyncModelRun(() => ({ model, real }), scenario)
        await compareAll(model, real)
      },
    ),
    options,
  )
