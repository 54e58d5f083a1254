import type { z } from 'zod'
import type { ItemWire, itemInput, itemsApi } from '#shared/api/items.ts'
import type { Entity } from '../../entity/use-entity.ts'
import { at, call } from '../../lib/api.ts'

export type ItemBody = z.input<typeof itemInput>

const path = '/api/items'

export const items: Entity<ItemWire, ItemBody> = {
  noun: 'item',
  path,
  list: (signal) => call(at<typeof itemsApi.list>('GET', path), { signal }),
  create: (body, idempotencyKey) => call(at<typeof itemsApi.create>('POST', path), { body, idempotencyKey }),
  update: (id, body) => call(at<typeof itemsApi.update>('PUT', '/api/items/:id'), { params: { id }, body }),
  remove: (id) => call(at<typeof itemsApi.remove>('DELETE', '/api/items/:id'), { params: { id } }),
  searchIn: ({ name, description, category }) => [name, description, category],
}
