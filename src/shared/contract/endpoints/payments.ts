import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.paymentsState

export const paymentEndpoints = {
  state: get(path),
  check: post('/api/payments/:provider/check'),
  fix: post('/api/payments/:provider/fix'),
}
