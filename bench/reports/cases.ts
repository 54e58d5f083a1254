import type { Day } from '#shared/dates.ts'
import { allTime, getLastDays } from '#shared/periods.ts'
import { reportTypes } from '#shared/reports.ts'

export type Case = { name: string; path: string; query: Record<string, string> }

/** The measured requests: the dashboard, the summary, each report over one and over five years, and the documents behind two figures. */
export const listCases = (today: Day, customerId: number): Case[] => {
  const spans = { 'a year': getLastDays(today, 365), 'all five': allTime }
  const reports = Object.entries(spans).flatMap(([span, range]) =>
    reportTypes.map((type) => ({
      name: `${type}, ${span}`,
      path: '/api/reports',
      query: { type, ...range, ...(type === 'statement' ? { customerId: String(customerId) } : {}) },
    })),
  )
  const documents = (of: string) => ({
    name: `documents of ${of}`,
    path: '/api/reports/documents',
    query: { of, ...allTime, limit: '60' },
  })
  return [
    { name: 'dashboard', path: '/api/dashboard', query: {} },
    { name: 'summary, a year', path: '/api/reports/summary', query: spans['a year'] },
    ...reports,
    {
      name: 'profit-loss on the cash basis, a year',
      path: '/api/reports',
      query: { type: 'profit-loss', basis: 'cash', ...spans['a year'] },
    },
    documents('received'),
    documents('receivable'),
  ]
}
