import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { del, get, post, put } from '#shared/endpoint-address.ts'

const path = apiPaths.exchangeRates

export const exchangeRateEndpoints = {
  list: get(path),
  suggestion: get(`${path}/suggestion`),
  ecb: get(`${path}/ecb`),
  save: put(`${path}/:currency/:day`),
  remove: del(`${path}/:currency/:day`),
  import: post(`${path}/import`),
}
