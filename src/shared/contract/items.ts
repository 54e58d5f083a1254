import { z } from 'zod'
import { del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { amount, amountInput, optionalText, requiredText, version } from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

export const itemInput = z.strictObject({
  name: requiredText('Name', textLimits.name),
  description: optionalText('Description', textLimits.description),
  unitPrice: amountInput('Unit price'),
  category: optionalText('Category', textLimits.category),
})
export const item = z.object({
  id: z.int(),
  version,
  name: z.string(),
  description: z.string().nullable(),
  unitPrice: amount,
  category: z.string().nullable(),
})
/** As it travels: the price is a decimal string. */
export type ItemWire = z.input<typeof item>

export const itemSorts = ['name', 'category', 'unitPrice', 'created'] as const
export const itemFilter = z.strictObject({ ...searchFilter, sort: sortBy(itemSorts) })
export const itemQuery = itemFilter.extend(paging)

export const itemsApi = {
  list: list('/api/items', itemQuery, item),
  /** How many there are; asked beside the list, so that the first rows needn't wait for the counting. */
  summary: find('/api/items/summary', z.strictObject(searchFilter), z.object({ count: z.int() })),
  /** The categories in use, each once, most used first. */
  categories: get('/api/items/categories', z.array(z.string())),
  /** The list as a CSV file. */
  export: findFile('/api/items/export', itemFilter),
  one: get('/api/items/:id', item),
  create: post('/api/items', itemInput, item, { status: 201 }),
  update: put('/api/items/:id', itemInput.extend({ version: version.optional() }), item),
  remove: del('/api/items/:id'),
  /** Undoes a deletion: the record is back as it was, under its own id. */
  restore: post('/api/items/:id/restore', noBody, item),
}
