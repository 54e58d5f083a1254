import { post } from '#shared/endpoint-address.ts'
import { publicAddresses } from './documents.ts'

export const publicEstimateEndpoints = {
  ...publicAddresses('estimate'),
  accept: post('/api/public/estimate/:publicId/accept'),
  decline: post('/api/public/estimate/:publicId/decline'),
}
