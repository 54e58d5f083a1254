import type { Query } from '#server/books/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Report } from '#shared/api/reports.ts'
import type { Day } from '#shared/dates.ts'
import { previousRange, type Range } from '#shared/periods.ts'
import type { Basis, ReportType } from '#shared/reports.ts'
import type { Row } from './cells.ts'

/** What somebody wants to know. */
export type Asked = {
  type: ReportType
  range: Range
  /** What of it is cut into parts: of many years, those in which something happened. */
  charted: Range
  /** What it is compared with; null when there is nothing before. */
  previous: Range | null
  basis: Basis
  /** Whose statement it is. */
  customerId: number | null
  today: Day
  /** So many rows of a table that may be long are read. */
  mostRows: number
}

/** The rows of a table that may be long, as the database gives them: those from `first` to `end` of the report's are the beginning of them. */
export type LongPart = { first: number; end: number; query: Query; rowOf: (record: never) => Row }

/** A report, and where not all of its rows were read, how to read all. */
export type Made = { report: Omit<Report, 'type' | 'title' | 'range' | 'previous' | 'basis'>; long: LongPart | null }

/** Makes one type of report. @param db a transaction that sees one moment, so that all its figures agree */
export type MakeReport = (db: UserDb, asked: Asked) => Promise<Made>

type ReportQuery = { type: ReportType; from: Day; to: Day; basis?: Basis | undefined; customerId?: number | undefined }

/** What the query of a call asks for. */
export const askedOf = ({ type, from, to, basis, customerId }: ReportQuery, today: Day, mostRows: number): Asked => ({
  type,
  range: { from, to },
  charted: { from, to },
  previous: previousRange({ from, to }),
  basis: basis ?? 'accrual',
  customerId: customerId ?? null,
  today,
  mostRows,
})
