import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FigureRef, reportsApi } from '#shared/contract/reports.ts'
import type { Range } from '#shared/periods.ts'
import { at, buildUrl, call, callPage } from '#web/lib/api/client.ts'
import type { ReportRequest } from './report-params.ts'

const read = at<typeof reportsApi.read>('GET', '/api/reports')
const summary = at<typeof reportsApi.summary>('GET', '/api/reports/summary')
const documents = at<typeof reportsApi.documents>('GET', '/api/reports/documents')
const emails = at<typeof reportsApi.statementEmails>('GET', '/api/reports/statement-emails')
export const emailStatement = at<typeof reportsApi.emailStatement>('POST', '/api/reports/statement-emails')
const file = at<typeof reportsApi.export>('GET', '/api/reports/export')

/**
 * All that the server says of reports stands under this key. A report of the same kind stays in sight while the next is on its way; one of another
 * kind, or of somebody else, doesn't.
 */
export const reportQuery = (asked: ReportRequest | undefined) =>
  queryOptions({
    queryKey: [read.path, 'read', asked],
    queryFn: ({ signal }) => call(read, { query: asked!, signal }),
    enabled: asked !== undefined,
    placeholderData: (before) =>
      before && asked && before.type === asked.type && (before.customer?.id ?? undefined) === asked.customerId ? before : undefined,
  })

/** @param isWanted nothing is asked otherwise */
export const summaryQuery = (range: Range, isWanted: boolean) =>
  queryOptions({
    queryKey: [read.path, 'summary', range],
    queryFn: ({ signal }) => call(summary, { query: range, signal }),
    enabled: isWanted,
    placeholderData: (before) => before,
  })

const pageSize = 50

/** The documents that a figure is the sum of, a page at a time. */
export const documentsQuery = (figure: FigureRef | undefined) =>
  infiniteQueryOptions({
    queryKey: [read.path, 'documents', figure],
    queryFn: ({ pageParam, signal }) => call(documents, { query: { ...(figure as object), limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: figure !== undefined,
  })

/** The newest e-mails that brought this customer a statement. */
export const statementEmailsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [read.path, 'statement-emails', customerId],
    queryFn: async ({ signal }) => (await callPage(emails, { query: { customerId, limit: 10 }, signal })).rows,
  })

/** Where a report is as a file. */
export const fileUrl = (asked: ReportRequest, format: 'csv' | 'pdf'): string => buildUrl(file.path, {}, { ...asked, format })
