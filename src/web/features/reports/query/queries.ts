import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { reportEndpoints } from '#shared/contract/endpoints/reports.ts'
import type { FigureRef } from '#shared/contract/reports.ts'
import type { Range } from '#shared/periods.ts'
import { call, callPage, getEndpointUrl } from '#web/lib/api/client.ts'
import type { ReportRequest } from './report-params.ts'

/** A report of the same type stays visible while the next one loads; one of another type or customer doesn't. */
export const reportQuery = (request: ReportRequest | undefined) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'read', request],
    queryFn: ({ signal }) => call(reportEndpoints.read, { query: request!, signal }),
    enabled: request !== undefined,
    placeholderData: (before) =>
      before && request && before.type === request.type && (before.customer?.id ?? undefined) === request.customerId ? before : undefined,
  })

export const summaryQuery = (range: Range, isWanted: boolean) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'summary', range],
    queryFn: ({ signal }) => call(reportEndpoints.summary, { query: range, signal }),
    enabled: isWanted,
    placeholderData: (before) => before,
  })

const pageSize = 50

export const documentsQuery = (figure: FigureRef | undefined) =>
  infiniteQueryOptions({
    queryKey: [reportEndpoints.read.path, 'documents', figure],
    queryFn: ({ pageParam, signal }) =>
      call(reportEndpoints.documents, { query: { ...(figure as object), limit: pageSize, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: figure !== undefined,
  })

export const statementEmailsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [reportEndpoints.read.path, 'statement-emails', customerId],
    queryFn: async ({ signal }) => (await callPage(reportEndpoints.statementEmails, { query: { customerId, limit: 10 }, signal })).rows,
  })

export const fileUrl = (request: ReportRequest, format: 'csv' | 'pdf'): string =>
  getEndpointUrl(reportEndpoints.export, { query: { ...request, format } })
