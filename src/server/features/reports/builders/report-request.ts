import type { Query } from '#server/domain/ledger/figures/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Day } from '#shared/dates.ts'
import { getPreviousRange, type Range } from '#shared/periods.ts'
import type { Basis, ReportType } from '#shared/reports.ts'
import type { Row } from './cells.ts'

/** What somebody wants to know. */
export type ReportRequest = {
  type: ReportType
  range: Range
  /** What of it is cut into parts: of many years, those in which something happened. */
  chartRange: Range
  /** What it is compared with; null when there is nothing before. */
  previous: Range | null
  basis: Basis
  /** Whose statement it is. */
  customerId: number | null
  today: Day
  /** So many rows of a table that may be long are read. */
  maxRows: number
}

/** The rows of a table that may be long, as the database gives them: those from `first` to `end` of the report's are the beginning of them. */
export type TruncatedRows = { first: number; end: number; query: Query; toRow: (record: never) => Row }

/** A report, and where not all of its rows were read, how to read all. */
export type BuiltReport = { report: Omit<Report, 'type' | 'title' | 'range' | 'previous' | 'basis'>; long: TruncatedRows | null }

/** Makes one type of report. @param db a transaction that sees one moment, so that all its figures agree */
export type ReportBuilder = (db: UserDb, asked: ReportRequest) => Promise<BuiltReport>

type ReportQuery = { type: ReportType; from: Day; to: Day; basis?: Basis | undefined; customerId?: number | undefined }

/** What the query of a call asks for. */
export const toReportRequest = ({ type, from, to, basis, customerId }: ReportQuery, today: Day, mostRows: number): ReportRequest => ({
  type,
  range: { from, to },
  chartRange: { from, to },
  previous: getPreviousRange({ from, to }),
  basis: basis ?? 'accrual',
  customerId: customerId ?? null,
  today,
  maxRows: mostRows,
})
