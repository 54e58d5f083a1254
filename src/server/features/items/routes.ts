import { type ExportedRow, getCsvColumns, itemEntity } from '#server/domain/entities/entities.ts'
import { trackEntity } from '#server/domain/search/track-entity.ts'
import { addTaxRateNames, requireTaxRate } from '#server/domain/tax/tax-rates.ts'
import { inNaturalOrder, inNaturalOrderBlankLast } from '#server/platform/db/pagination.ts'
import { items as table } from '#server/platform/db/schema/business.ts'
import { createCsvReply } from '#server/platform/http/csv.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { createOwnedTable } from '#server/platform/records/owned-table.ts'
import { itemsApi } from '#shared/contract/items.ts'
import { removeAndUnlinkLines, restoreAndRelinkLines } from './line-links.ts'

const items = createOwnedTable(table, 'Item', trackEntity(itemEntity), {
  name: () => ({ by: inNaturalOrder(table.name), type: 'text' }),
  category: (descending) => ({ by: inNaturalOrderBlankLast(table.category, descending), type: 'text' }),
  unitPrice: () => ({ by: table.unitPrice.getSQL(), type: 'numeric' }),
  created: () => ({ by: table.id.getSQL(), type: 'bigint' }),
})

const categoriesInUse = `
  select category from items where user_id = $1 and category <> '' group by category order by count(*) desc, category collate natural_order limit 500`

export const itemRoutes = () => [
  route(itemsApi.list, ({ user, query }) => user.tx((db) => items.list(db, query))),
  route(itemsApi.summary, ({ user, query }) => user.tx(async (db) => ({ count: await items.count(db, query) }))),
  route(itemsApi.categories, ({ user }) =>
    user.tx(async (db) => (await db.rows<{ category: string }>(categoriesInUse, [db.userId])).map(({ category }) => category)),
  ),
  route(itemsApi.export, ({ user, query, today }) =>
    createCsvReply(user, getCsvColumns(itemEntity), `items-${today}.csv`, (db) => addTaxRateNames(db, items.all<ExportedRow>(db, query))),
  ),
  route(itemsApi.one, ({ user, params }) => user.tx((db) => items.one(db, params.id))),
  route(itemsApi.history, ({ user, params }) => user.tx((db) => items.history(db, params.id))),
  idempotentRoute(itemsApi.create, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await requireTaxRate(db, body.taxRateId, 'taxRateId')
        return items.insert(db, body)
      }),
    ),
  ),
  idempotentRoute(itemsApi.update, ({ user, body, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await requireTaxRate(db, body.taxRateId, 'taxRateId', async () => (await items.one(db, params.id)).taxRateId)
        return items.update(db, params.id, body)
      }),
    ),
  ),
  idempotentRoute(itemsApi.remove, ({ user, params: { id }, idempotent }) =>
    user.tx((db) => idempotent(db, () => removeAndUnlinkLines(db, id, () => items.remove(db, id)))),
  ),
  idempotentRoute(itemsApi.restore, ({ user, params: { id }, idempotent }) =>
    user.tx((db) => idempotent(db, () => restoreAndRelinkLines(db, id, () => items.restore(db, id)))),
  ),
]
