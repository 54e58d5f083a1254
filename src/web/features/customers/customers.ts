import type { z } from 'zod'
import type { Customer, customerInput, customersApi } from '#shared/contract/customers.ts'
import type { Entity } from '#web/entity/entity.ts'
import { createEntityClient } from '#web/entity/entity-client.ts'
import { at, call, callPage } from '#web/lib/api/client.ts'

export type CustomerBody = z.input<typeof customerInput>

const path = '/api/customers'
type Sort = 'name'

export const customers: Entity<Customer, CustomerBody> = {
  noun: 'customer',
  path,
  list: ({ search, sort, limit, after }, signal) =>
    callPage(at<typeof customersApi.list>('GET', path), { query: { search, sort: sort as Sort, limit, after }, signal }),
  summary: ({ search }, signal) => call(at<typeof customersApi.summary>('GET', '/api/customers/summary'), { query: { search }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  ...createEntityClient<typeof customersApi>(path),
  searchIn: ({ name, email, company }) => [name, email, company],
  sorts: [
    { value: 'name', label: 'Name A–Z' },
    { value: '-name', label: 'Name Z–A' },
    { value: 'company', label: 'Company A–Z' },
    { value: 'email', label: 'Email A–Z' },
    { value: '-created', label: 'Newest first' },
    { value: 'created', label: 'Oldest first' },
  ],
  describeFields: (c) => [
    ['Name', c.name],
    ['Company', c.company ?? ''],
    ['Email', c.email ?? ''],
    ['Phone', c.phone ?? ''],
    ['Address', c.address ?? ''],
    ['City', c.city ?? ''],
    ['State', c.state ?? ''],
    ['ZIP Code', c.zipCode ?? ''],
    ['Country', c.country ?? ''],
  ],
  // Papers and figures show the customer's name.
  alsoChanges: ['/api/invoices', '/api/dashboard', '/api/reports', '/api/expenses'],
}
