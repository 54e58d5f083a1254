import type { z } from 'zod'
import type { ItemWire, itemInput } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { getPrintedUnit } from '#shared/units.ts'
import type { Entity } from '#web/entity/entity.ts'
import { createEntityClient } from '#web/entity/entity-client.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { getTaxRateName } from '#web/lib/api/tax-rates.ts'

export type ItemBody = z.input<typeof itemInput>

const path = apiPaths.items
type Sort = 'name'

export const items: Entity<ItemWire, ItemBody> = {
  noun: 'item',
  path,
  list: ({ search, sort, limit, after }, signal) =>
    callPage(itemEndpoints.list, { query: { search, sort: sort as Sort, limit, after }, signal }),
  summary: ({ search }, signal) => call(itemEndpoints.summary, { query: { search }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  ...createEntityClient(itemEndpoints),
  searchIn: ({ name, description, category }) => [name, description, category],
  sorts: [
    { value: 'name', label: 'Name A–Z' },
    { value: '-name', label: 'Name Z–A' },
    { value: 'category', label: 'Category A–Z' },
    { value: '-unitPrice', label: 'Highest price' },
    { value: 'unitPrice', label: 'Lowest price' },
    { value: '-created', label: 'Newest first' },
    { value: 'created', label: 'Oldest first' },
  ],
  describeFields: (item) => [
    ['Name', item.name],
    ['Category', item.category ?? ''],
    ['Unit Price', item.unitPrice],
    ['Unit', getPrintedUnit(item.unitCode)],
    ['Tax Rate', getTaxRateName(item.taxRateId)],
    ['Description', item.description ?? ''],
  ],
}
