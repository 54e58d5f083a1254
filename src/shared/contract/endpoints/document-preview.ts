import { post } from '#shared/endpoint-address.ts'

export const documentPreviewEndpoints = { draw: post('/api/document-preview') }
