import type { Query } from '#server/domain/ledger/figures/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Day } from '#shared/dates.ts'
import { getPreviousRange, type Range } from '#shared/periods.ts'
import type { Basis, ReportType } from '#shared/reports.ts'
import type { Row } from './cells.ts'

/** What a report is asked for. */
export type ReportRequest = {
  type: ReportType
  range: Range
  /** The part of the range that is split into periods: of many years only those with documents. */
  chartRange: Range
  /** The previous period; null when there is none. */
  previous: Range | null
  basis: Basis
  /** The customer of a statement. */
  customerId: number | null
  today: Day
  /** The most rows that are read of a long table. */
  maxRows: number
}

/** The rows of a long table as the database returns them; rows `first` to `end` of the report are the first of them. */
export type TruncatedRows = { first: number; end: number; query: Query; toRow: (record: never) => Row }

/** A report, and how to read all rows of those tables, from top to bottom, of which rows were left out. */
export type BuiltReport = { report: Omit<Report, 'type' | 'title' | 'range' | 'previous' | 'basis'>; long: TruncatedRows[] }

/** Builds one type of report. @param db a repeatable-read transaction, so that all figures agree */
export type ReportBuilder = (db: UserDb, request: ReportRequest) => Promise<BuiltReport>

type ReportQuery = { type: ReportType; from: Day; to: Day; basis?: Basis | undefined; customerId?: number | undefined }

/** Converts the query of a call. */
export const toReportRequest = ({ type, from, to, basis, customerId }: ReportQuery, today: Day, maxRows: number): ReportRequest => ({
  type,
  range: { from, to },
  chartRange: { from, to },
  previous: getPreviousRange({ from, to }),
  basis: basis ?? 'accrual',
  customerId: customerId ?? null,
  today,
  maxRows: maxRows,
})
