import type { Range } from '#shared/periods.ts'
import { type ReportType, reportTitles } from '#shared/reports.ts'

/** 'profit-and-loss-2026-01-01-to-2026-03-31.csv' */
export const getReportFileName = (type: ReportType, { from, to }: Range, ending: 'csv' | 'pdf'): string =>
  `${reportTitles[type].replace('&', 'and').replaceAll(' ', '-').toLowerCase()}-${from}-to-${to}.${ending}`
