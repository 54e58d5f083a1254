import type { Module } from '#server/domain/services.ts'
import { listTaxRates } from '#server/domain/tax/tax-rates.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { readHistory } from '#server/platform/records/event-log.ts'
import { taxRatesApi } from '#shared/contract/tax-rates.ts'
import { createTaxRate, getTaxRate, removeTaxRate, setArchived, updateTaxRate } from './tax-rates.ts'

export const taxRatesModule: Module = () => ({
  routes: [
    route(taxRatesApi.list, ({ user, query }) => user.tx((db) => listTaxRates(db, { archived: query.archived ?? false }))),
    route(taxRatesApi.one, ({ user, params }) => user.tx((db) => getTaxRate(db, params.id))),
    route(taxRatesApi.history, ({ user, params: { id } }) =>
      user.tx(async (db) => {
        await getTaxRate(db, id)
        return readHistory(db, { type: 'tax-rate', id })
      }),
    ),
    idempotentRoute(taxRatesApi.create, ({ user, body, idempotent }) => user.tx((db) => idempotent(db, () => createTaxRate(db, body)))),
    idempotentRoute(taxRatesApi.update, ({ user, params, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => updateTaxRate(db, params.id, body))),
    ),
    idempotentRoute(taxRatesApi.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeTaxRate(db, params.id))),
    ),
    idempotentRoute(taxRatesApi.archive, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => setArchived(db, params.id, true))),
    ),
    idempotentRoute(taxRatesApi.restore, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => setArchived(db, params.id, false))),
    ),
  ],
})
