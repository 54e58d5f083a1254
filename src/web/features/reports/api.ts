import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { reportEndpoints } from '#shared/contract/endpoints/reports.ts'
import type { FigureRef } from '#shared/contract/reports.ts'
import type { Range } from '#shared/periods.ts'
import { call, callPage, getEndpointUrl } from '#web/lib/api/client.ts'
import type { ReportRequest } from './report-params.ts'

/**
 * All that the server says of reports stands under this key. A report of the same kind stays in sight while the next is on its way; one of another
 * kind, or of somebody else, doesn't.
 */
export const reportQuery = (asked: ReportRequest | undefined) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'read', asked],
    queryFn: ({ signal }) => call(reportEndpoints.read, { query: asked!, signal }),
    enabled: asked !== undefined,
    placeholderData: (before) =>
      before && asked && before.type === asked.type && (before.customer?.id ?? undefined) === asked.customerId ? before : undefined,
  })

/** @param isWanted nothing is asked otherwise */
export const summaryQuery = (range: Range, isWanted: boolean) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'summary', range],
    queryFn: ({ signal }) => call(reportEndpoints.summary, { query: range, signal }),
    enabled: isWanted,
    placeholderData: (before) => before,
  })

const pageSize = 50

/** The documents that a figure is the sum of, a page at a time. */
export const documentsQuery = (figure: FigureRef | undefined) =>
  infiniteQueryOptions({
    queryKey: [reportEndpoints.read.path, 'documents', figure],
    queryFn: ({ pageParam, signal }) =>
      call(reportEndpoints.documents, { query: { ...(figure as object), limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: figure !== undefined,
  })

/** The newest e-mails that brought this customer a statement. */
export const statementEmailsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'statement-emails', customerId],
    queryFn: async ({ signal }) => (await callPage(reportEndpoints.statementEmails, { query: { customerId, limit: 10 }, signal })).rows,
  })

/** Where a report is as a file. */
export const fileUrl = (asked: ReportRequest, format: 'csv' | 'pdf'): string =>
  getEndpointUrl(reportEndpoints.export, { query: { ...asked, format } })
