import type { Range } from '#shared/periods.ts'
import { type ReportType, reportTitles } from '#shared/reports.ts'

export const getReportFileName = (type: ReportType, { from, to }: Range, ending: 'csv' | 'pdf'): string =>
  `${reportTitles[type].replace('&', 'and').replaceAll(' ', '-').toLowerCase()}-${from}-to-${to}.${ending}`
