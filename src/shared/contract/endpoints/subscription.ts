import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

export const subscriptionEndpoints = {
  getOrCreate: post('/api/get-or-create-subscription'),
  verify: post('/api/verify-subscription'),
  portal: post('/api/create-customer-portal'),
  billing: get(apiPaths.billing),
}
