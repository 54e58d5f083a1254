import { get } from '#shared/endpoint-address.ts'

export const adminEndpoints = {
  users: get('/api/admin/users'),
  stats: get('/api/admin/user-stats'),
  lookups: get('/api/admin/audit-log'),
}
