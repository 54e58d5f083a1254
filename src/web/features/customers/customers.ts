import type { z } from 'zod'
import type { Customer, customerInput, customersApi } from '#shared/api/customers.ts'
import type { Entity } from '../../entity/use-entity.ts'
import { at, call } from '../../lib/api.ts'

export type CustomerBody = z.input<typeof customerInput>

const path = '/api/customers'

export const customers: Entity<Customer, CustomerBody> = {
  noun: 'customer',
  path,
  list: (signal) => call(at<typeof customersApi.list>('GET', path), { signal }),
  create: (body, idempotencyKey) => call(at<typeof customersApi.create>('POST', path), { body, idempotencyKey }),
  update: (id, body) => call(at<typeof customersApi.update>('PUT', '/api/customers/:id'), { params: { id }, body }),
  remove: (id) => call(at<typeof customersApi.remove>('DELETE', '/api/customers/:id'), { params: { id } }),
  searchIn: ({ name, email, company }) => [name, email, company],
  // Names stand on invoices, and a new customer is news.
  alsoChanges: ['/api/dashboard', '/api/invoices'],
}
