import { get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.businessProfile

export const bankAccountEndpoints = { read: get(`${path}/bank-accounts`), save: put(`${path}/bank-accounts`) }

export const businessProfileEndpoints = {
  read: get(path),
  history: get(`${path}/history`),
  create: post(path),
  update: put(`${path}/:id`),
  disconnect: post(`${path}/:id/disconnect`),
  preview: post(`${path}/preview`),
  logo: put('/api/business-profiles/logo'),
  logoFile: get('/objects/logos/:name'),
}
