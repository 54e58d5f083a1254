import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { ownedTable } from '#server/platform/db/owned-table.ts'
import { items as table } from '#server/platform/db/schema/business.ts'
import { route } from '#server/platform/http/route.ts'
import { itemsApi } from '#shared/api/items.ts'

const items = ownedTable(table, 'Item')

const stored = storedAs(itemsApi.create.reply)

export const itemRoutes = () => [
  route(itemsApi.list, ({ user }) => user.tx(items.all)),
  route(itemsApi.create, ({ user, body, idempotency }) => user.tx((db) => once(db, idempotency, () => items.insert(db, body), stored))),
  route(itemsApi.update, ({ user, body, params }) => user.tx((db) => items.update(db, params.id, body))),
  route(itemsApi.remove, ({ user, params }) => user.tx((db) => items.remove(db, params.id))),
]
