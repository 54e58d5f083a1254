import { optional, price, ref, text, unit } from '#model/fields.ts'
import { defineRecord, recordAddresses } from '#model/record.ts'
import { get } from '#shared/endpoint-address.ts'
import { textLimits } from '#shared/text-limits.ts'

export const itemModel = defineRecord({
  kind: 'item',
  title: 'name',
  fields: {
    name: text('Name', { limit: textLimits.name, example: 'Consulting' }),
    description: optional(text('Description', { limit: textLimits.description, example: 'An hour of work' })),
    unitPrice: price('Unit price', { example: '120.00' }),
    unitCode: optional(
      unit('Unit', {
        docs: 'The unit of lines that are written from the item, of UN/ECE Recommendation 20, such as HUR for hours. Default: C62, a plain number.',
        example: 'HUR',
      }),
    ),
    taxRateId: optional(
      ref('Tax rate', {
        to: 'taxRate',
        wrong: 'Choose a tax rate of the list, or none',
        docs: 'The tax rate of lines that are written from the item; an active one.',
      }),
    ),
    category: optional(text('Category', { limit: textLimits.category, example: 'Services' })),
  },
  getPath: (id) => `/items?open=${id}`,
  getSearchTexts: ({ category = null, description = null }) => ({ subtitle: category, names: [category], more: [description] }),
  list: { sorts: ['name', 'category', 'unitPrice', 'created'] },
  duplicates: { by: ['name', 'unitPrice'] },
})

export const itemEndpoints = { ...recordAddresses('items'), categories: get('/api/items/categories') }
