import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { del, get, post, put } from '#shared/endpoint-address.ts'

const path = apiPaths.taxRates

export const taxRateEndpoints = {
  list: get(path),
  one: get(`${path}/:id`),
  history: get(`${path}/:id/history`),
  create: post(path),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  archive: post(`${path}/:id/archive`),
  restore: post(`${path}/:id/restore`),
}
