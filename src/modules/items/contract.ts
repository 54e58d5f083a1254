import { z } from 'zod'
import { plainFilter, plainSummary, recordApi, recordSchemas, versioned } from '#kit/contract/record-contract.ts'
import { sortBy } from '#shared/contract/lists.ts'
import { get } from '#shared/endpoint.ts'
import { itemEndpoints, itemModel } from './model.ts'

export const { input: itemInput, reply: item } = recordSchemas(itemModel.fields)
/** JSON form: the price is a decimal string. */
export type ItemWire = z.input<typeof item>

export const itemsApi = {
  ...recordApi(itemEndpoints, {
    input: itemInput,
    update: itemInput.extend(versioned),
    reply: item,
    row: item,
    sorted: plainFilter.extend({ sort: sortBy(itemModel.list.sorts) }),
    filter: plainFilter,
    summary: plainSummary,
  }),
  /** The distinct categories in use, most used first. */
  categories: get(itemEndpoints.categories, z.array(z.string())),
}
