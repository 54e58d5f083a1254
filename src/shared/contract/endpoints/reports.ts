import { get, post } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const path = apiPaths.reports

export const reportEndpoints = {
  read: get(path),
  summary: get(`${path}/summary`),
  documents: get(`${path}/documents`),
  export: get(`${path}/export`),
  emailStatement: post(`${path}/statement-emails`),
  statementEmails: get(`${path}/statement-emails`),
}
