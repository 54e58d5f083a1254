import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { amount, amountInput, optionalText, requiredText, version } from './fields.ts'

export const itemInput = z.strictObject({
  name: requiredText('Name', 200),
  description: optionalText('Description', 2000),
  unitPrice: amountInput('Unit price'),
  category: optionalText('Category', 100),
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

export const itemsApi = {
  list: get('/api/items', z.array(item)),
  create: post('/api/items', itemInput, item, { status: 201 }),
  update: put('/api/items/:id', itemInput.extend({ version: version.optional() }), item),
  remove: del('/api/items/:id'),
}
