import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.currentUser

export const authEndpoints = {
  user: get(path),
  status: get('/api/user/status'),
  signInApp: post('/api/login/app'),
}
