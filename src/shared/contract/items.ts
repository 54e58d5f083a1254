import { z } from 'zod'
import { del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { unitCodes } from '#shared/units.ts'
import { historyEvent } from './document-history.ts'
import { itemEndpoints } from './endpoints/items.ts'
import { exactDecimal, optionalText, requiredText, taxRateReference, unitPriceInput, version } from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

export const itemInput = z.strictObject({
  name: requiredText('Name', textLimits.name),
  description: optionalText('Description', textLimits.description),
  unitPrice: unitPriceInput('Unit price'),
  /** A code of UN/ECE Recommendation 20; C62, a plain number, if missing. */
  unitCode: z.enum(unitCodes, 'Unit must be one of the list, such as HUR for hours').optional(),
  /** The rate of lines that are written from the item. */
  taxRateId: taxRateReference,
  category: optionalText('Category', textLimits.category),
})
export const item = z.object({
  id: z.int(),
  version,
  name: z.string(),
  description: z.string().nullable(),
  unitPrice: exactDecimal,
  unitCode: z.string(),
  taxRateId: z.int().nullable(),
  category: z.string().nullable(),
})
/** JSON form: the price is a decimal string. */
export type ItemWire = z.input<typeof item>

export const itemSorts = ['name', 'category', 'unitPrice', 'created'] as const
export const itemFilter = z.strictObject({ ...searchFilter, sort: sortBy(itemSorts) })
export const itemQuery = itemFilter.extend(paging)

export const itemsApi = {
  list: list(itemEndpoints.list, itemQuery, item),
  /** The count, in its own request so that the first rows don't wait for it. */
  summary: find(itemEndpoints.summary, z.strictObject(searchFilter), z.object({ count: z.int() })),
  /** The distinct categories in use, most used first. */
  categories: get(itemEndpoints.categories, z.array(z.string())),
  /** The list as a CSV file. */
  export: findFile(itemEndpoints.export, itemFilter),
  one: get(itemEndpoints.one, item),
  /** Newest first. */
  history: get(itemEndpoints.history, z.array(historyEvent)),
  create: post(itemEndpoints.create, itemInput, item, { status: 201 }),
  update: put(itemEndpoints.update, itemInput.extend({ version: version.optional() }), item),
  remove: del(itemEndpoints.remove),
  /** Undoes a deletion; the record keeps its id. */
  restore: post(itemEndpoints.restore, noBody, item),
}
