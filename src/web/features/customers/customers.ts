import type { z } from 'zod'
import type { Customer, customerInput, customerRow } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { getCountryName } from '#shared/countries.ts'
import type { Entity } from '#web/entity/entity.ts'
import { createEntityClient } from '#web/entity/entity-client.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { getTaxRateName } from '#web/lib/api/tax-rates.ts'

export type CustomerBody = z.input<typeof customerInput>

/** Rows of the list also say what the customer owes. */
export type CustomerRow = Customer & Partial<z.input<typeof customerRow>>

const path = apiPaths.customers
type Sort = 'name'

export const customers: Entity<CustomerRow, CustomerBody> = {
  noun: 'customer',
  path,
  list: ({ search, sort, limit, after }, signal) =>
    callPage(customerEndpoints.list, { query: { search, sort: sort as Sort, limit, after }, signal }),
  summary: ({ search }, signal) => call(customerEndpoints.summary, { query: { search }, signal }),
  summarize: (rows) => ({ count: rows.length }),
  ...createEntityClient(customerEndpoints),
  searchIn: ({ name, email, company, vatId, registrationId }) => [
    ...[name, email, company, vatId, registrationId],
    ...[vatId, registrationId].map((taxId) => taxId?.replace(/[ .-]/g, '') ?? null),
  ],
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
    ['Contact Person', c.contactName ?? ''],
    ['Email', c.email ?? ''],
    ['Other Recipients', c.otherEmails ?? ''],
    ['Phone', c.phone ?? ''],
    ['Address', c.address ?? ''],
    ['City', c.city ?? ''],
    ['State', c.state ?? ''],
    ['ZIP Code', c.zipCode ?? ''],
    ['Country', c.country ?? ''],
    ['VAT ID', c.vatId ?? ''],
    ['Registration Number', c.registrationId ?? ''],
    ['Tax Country', c.countryCode ? getCountryName(c.countryCode) : ''],
    ['Tax Rate', getTaxRateName(c.taxRateId)],
    ['Currency', c.currency ?? ''],
    ['Monthly Statements', c.statementsOff ? 'Off' : ''],
  ],
  // Documents and figures show the customer's name.
  alsoChanges: [apiPaths.invoices, apiPaths.dashboard, apiPaths.reports, apiPaths.expenses],
}
