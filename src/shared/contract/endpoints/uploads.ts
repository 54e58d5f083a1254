import { post } from '#shared/endpoint-address.ts'

export const uploadEndpoints = {
  upload: post('/api/objects/upload'),
}
