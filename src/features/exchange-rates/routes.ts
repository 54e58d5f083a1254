import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import type { Module } from '#server/domain/services.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { exchangeRateKey, exchangeRatesApi } from '#shared/contract/exchange-rates.ts'
import type { Day } from '#shared/dates.ts'
import { ecbUpdateRunner } from './ecb/update.job.ts'
import { listRates, removeRate, requireForeign, saveRates } from './rates.ts'
import { readRows } from './read-rows.ts'

export const exchangeRatesModule: Module = (services) => ({
  runners: [ecbUpdateRunner(services)],
  routes: [
    route(exchangeRatesApi.list, ({ user, query }) => user.tx((db) => listRates(db, query.currency))),
    route(exchangeRatesApi.suggestion, ({ user, query: { currency, day } }) =>
      user.tx(async (db) => ({ suggestion: await findRate(db, currency, day) })),
    ),
    route(exchangeRatesApi.ecb, ({ user }) =>
      user.tx(async (db) => {
        const [row] = await db.rows<{ day: Day | null }>('select max(day) as day from ecb_rates')
        return { isUsed: services.ecbOrigin !== null, latestDay: row!.day }
      }),
    ),
    idempotentRoute(exchangeRatesApi.save, ({ user, params, body: { rate, source }, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          const key = parseInput(exchangeRateKey, params)
          await requireForeign(db, key, today)
          await saveRates(db, [{ ...key, rate }], source)
          return { ...key, rate, source }
        }),
      ),
    ),
    idempotentRoute(exchangeRatesApi.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeRate(db, parseInput(exchangeRateKey, params)))),
    ),
    idempotentRoute(exchangeRatesApi.import, ({ user, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => saveRates(db, await readRows(db, body.csv, today), 'file'))),
    ),
  ],
})
