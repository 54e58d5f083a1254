import type { Query } from '#server/domain/ledger/figures/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/contract/reports.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { getPreviousRange, type Range } from '#shared/periods.ts'
import type { Basis, ReportType } from '#shared/reports.ts'
import type { Row } from './cells.ts'

export type ReportRequest = {
  type: ReportType
  range: Range
  /** Of a range of many years only those with documents. */
  chartRange: Range
  previous: Range | null
  basis: Basis
  customerId: number | null
  today: Day
  maxRows: number
  /** Of a statement for its customer; English otherwise. */
  texts: Texts
}

/** As the database returns them; rows `first` to `end` of the report are the first of them. */
export type TruncatedRows = { first: number; end: number; query: Query; toRow: (record: never) => Row }

/** `long`: tables of which rows were left out, from top to bottom. */
export type BuiltReport = { report: Omit<Report, 'type' | 'title' | 'range' | 'previous' | 'basis'>; long: TruncatedRows[] }

/** @param db a repeatable-read transaction, so that all figures agree */
export type ReportBuilder = (db: UserDb, request: ReportRequest) => Promise<BuiltReport>

type ReportQuery = { type: ReportType; from: Day; to: Day; basis?: Basis | undefined; customerId?: number | undefined }

export const toReportRequest = ({ type, from, to, basis, customerId }: ReportQuery, today: Day, maxRows: number): ReportRequest => ({
  type,
  range: { from, to },
  chartRange: { from, to },
  previous: getPreviousRange({ from, to }),
  basis: basis ?? 'accrual',
  customerId: customerId ?? null,
  today,
  maxRows: maxRows,
  texts: textsIn('en'),
})
