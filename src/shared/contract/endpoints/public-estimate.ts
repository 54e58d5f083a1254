import { get, post } from '#shared/endpoint-address.ts'

export const publicEstimateEndpoints = {
  read: get('/api/public/estimate/:publicId'),
  pdf: get('/api/public/estimate/:publicId/pdf'),
  logo: get('/api/public/estimate/:publicId/logo'),
  accept: post('/api/public/estimate/:publicId/accept'),
  decline: post('/api/public/estimate/:publicId/decline'),
}
