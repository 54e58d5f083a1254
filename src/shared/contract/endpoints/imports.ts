import { post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

export const importEndpoints = {
  customers: post(`${apiPaths.customers}/import`),
  items: post(`${apiPaths.items}/import`),
  expenses: post(`${apiPaths.expenses}/import`),
  'opening-balances': post(`${apiPaths.books}/opening-balances/import`),
}
