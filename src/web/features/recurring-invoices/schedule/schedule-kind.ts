import { CirclePause, CirclePlay, FilePlus2, SkipForward } from 'lucide-react'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { commonActions, toActions } from '#web/documents/list/actions.ts'
import type { DocumentKind } from '#web/documents/list/document-kind.ts'
import { getScheduleState, scheduleStateLabels } from '#web/documents/list/status-badge.tsx'
import { call } from '#web/lib/api/client.ts'
import type { Schedule } from './schedules.ts'

export type ActionName = 'edit' | 'resume' | 'pause' | 'skip' | 'create' | 'history' | 'delete'

const isOpen = ({ status }: Schedule) => status !== 'ended'

/** What needs the owner comes first. The others keep their order: by the next day, ended ones last. */
const sortByUrgency = (rows: readonly Schedule[]): Schedule[] =>
  rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))

const loadAll = (signal: AbortSignal) => call(recurringInvoiceEndpoints.list, { query: {}, signal })

export const schedules: DocumentKind<ActionName, Schedule> = {
  noun: 'recurring invoice',
  path: '/recurring-invoices',
  getNumber: ({ customerName, firstLine }) => `${customerName}, ${firstLine}`,
  // An account has a bounded number of them, so that they come in one page.
  source: {
    path: apiPaths.recurringInvoices,
    list: async ({ filter: { status } }, signal) => ({
      rows: sortByUrgency(await loadAll(signal)).filter((row) => !status || getScheduleState(row) === status),
      next: null,
    }),
    summary: async (_, signal) => {
      const rows = await loadAll(signal)
      const byStatus = Object.keys(scheduleStateLabels).map((status) => ({
        status,
        count: rows.filter((row) => getScheduleState(row) === status).length,
        total: '0',
      }))
      return { count: rows.length, byStatus }
    },
    summarize: (rows) => ({ count: rows.length }),
    searchIn: ({ customerName, firstLine }) => [customerName, firstLine],
  },
  statuses: [['', 'All'], ...Object.entries(scheduleStateLabels)],
  sorts: [{ value: 'nextDay', label: 'Next first' }],
  filters: { status: (value) => Object.hasOwn(scheduleStateLabels, value) },
  actions: toActions<ActionName, Schedule>([
    commonActions.edit,
    { name: 'resume', label: 'Resume', icon: CirclePlay, keys: ['r'], isAvailable: ({ status }) => status === 'paused' },
    { name: 'pause', label: 'Pause', icon: CirclePause, keys: ['p'], isAvailable: ({ status }) => status === 'active' },
    { name: 'skip', label: 'Skip Next', icon: SkipForward, keys: ['s'], isAvailable: isOpen },
    { name: 'create', label: 'Create Next Now', icon: FilePlus2, keys: ['c'], isAvailable: isOpen },
    { ...commonActions.history, label: 'View Runs' },
    commonActions.delete,
  ]),
}
