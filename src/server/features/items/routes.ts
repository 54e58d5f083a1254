import { type Columns, csvFile } from '#server/platform/csv.ts'
import { natural, naturalOrLast } from '#server/platform/db/lists.ts'
import { ownedTable } from '#server/platform/db/owned-table.ts'
import { items as table } from '#server/platform/db/schema/business.ts'
import { change, route } from '#server/platform/http/route.ts'
import { itemsApi } from '#shared/api/items.ts'
import { removeFromLines, restoreToLines } from './lines.ts'

const items = ownedTable(table, 'Item', {
  name: () => ({ by: natural(table.name), type: 'text' }),
  category: (descending) => ({ by: naturalOrLast(table.category, descending), type: 'text' }),
  unitPrice: () => ({ by: table.unitPrice.getSQL(), type: 'numeric' }),
  created: () => ({ by: table.id.getSQL(), type: 'integer' }),
})

const categoriesInUse = `
  select category from items where user_id = $1 and category <> '' group by category order by count(*) desc, category collate natural_order limit 500`

/** A row as the database writes it. */
type Raw = Record<'name' | 'category' | 'description' | 'unit_price', string | null>
const exported: Columns<Raw> = [
  ['Name', ({ name }) => name],
  ['Category', ({ category }) => category],
  ['Description', ({ description }) => description],
  ['Unit Price', (row) => row.unit_price],
]

export const itemRoutes = () => [
  route(itemsApi.list, ({ user, query }) => user.tx((db) => items.list(db, query))),
  route(itemsApi.summary, ({ user, query }) => user.tx(async (db) => ({ count: await items.count(db, query) }))),
  route(itemsApi.categories, ({ user }) =>
    user.tx(async (db) => (await db.rows<{ category: string }>(categoriesInUse, [db.userId])).map(({ category }) => category)),
  ),
  route(itemsApi.export, ({ user, query, today }) => csvFile(user, exported, `items-${today}.csv`, (db) => items.all(db, query))),
  route(itemsApi.one, ({ user, params }) => user.tx((db) => items.one(db, params.id))),
  change(itemsApi.create, ({ user, body, once }) => user.tx((db) => once(db, () => items.insert(db, body)))),
  change(itemsApi.update, ({ user, body, params, once }) => user.tx((db) => once(db, () => items.update(db, params.id, body)))),
  change(itemsApi.remove, ({ user, params: { id }, once }) =>
    user.tx((db) => once(db, () => removeFromLines(db, id, () => items.remove(db, id)))),
  ),
  change(itemsApi.restore, ({ user, params: { id }, once }) =>
    user.tx((db) => once(db, () => restoreToLines(db, id, () => items.restore(db, id)))),
  ),
]
