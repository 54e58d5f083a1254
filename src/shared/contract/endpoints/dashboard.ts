import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.dashboard

export const dashboardEndpoints = {
  read: get(path),
  dismissFirstSteps: post(`${path}/first-steps/dismiss`),
}
