import { del, get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.items

export const itemEndpoints = {
  list: get(path),
  summary: get(`${path}/summary`),
  categories: get(`${path}/categories`),
  export: get(`${path}/export`),
  one: get(`${path}/:id`),
  history: get(`${path}/:id/history`),
  create: post(path),
  update: put(`${path}/:id`),
  remove: del(`${path}/:id`),
  restore: post(`${path}/:id/restore`),
}
