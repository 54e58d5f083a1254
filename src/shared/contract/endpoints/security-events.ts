import { get } from '#shared/endpoint-address.ts'

export const securityEventEndpoints = {
  events: get('/api/account/security-events'),
}
