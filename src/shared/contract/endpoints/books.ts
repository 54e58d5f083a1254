import { get } from '#shared/endpoint-address.ts'

export const booksEndpoints = {
  journal: get('/api/books/journal'),
  health: get('/api/books/health'),
}
