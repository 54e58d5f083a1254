import { get, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.statementSchedule

export const statementScheduleEndpoints = {
  read: get(path),
  save: put(path),
  runs: get(`${path}/runs`),
}
