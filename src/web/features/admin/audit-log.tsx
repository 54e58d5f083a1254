import { ScrollText } from 'lucide-react'
import { RecordList } from '#web/kit/list/record-list.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatLoaded, lookupList } from './admin-lists.ts'
import { type AuditLogEntry, formatEntry, groupLookups } from './audit-log-entries.ts'

const fullList = { search: '', sort: '', filter: {} } as const

export const AuditLog = () => {
  const list = useList(lookupList, fullList)
  if (isDenied(list.error)) return <AccessLost />
  return (
    <>
      <p className="mb-4 max-w-prose text-muted text-sm">
        Every view of the users, their figures and this log is recorded. Entries can't be changed or deleted.
      </p>
      <p role="status" className="mb-3 min-h-5 text-muted text-sm">
        {list.rows && formatLoaded(list.rows.length, 'look-up', list.more ? 'so far' : 'all')}
      </p>
      <RecordList
        label="Audit log"
        list={{ ...list, rows: list.rows && groupLookups(list.rows) }}
        look={{ columns }}
        empty={<EmptyState title="No look-ups yet." text="Views by admins appear here." icon={<ScrollText aria-hidden />} />}
      />
    </>
  )
}

const columns: readonly Column<AuditLogEntry>[] = [
  {
    head: 'When',
    inLine: 'note',
    size: 'w-32 @5xl:w-48',
    className: 'text-muted tabular-nums',
    cell: ({ lookup }) => formatInstant(lookup.at),
  },
  {
    head: 'Entry',
    inLine: 'title',
    className: '[overflow-wrap:anywhere]',
    cell: (line) => (
      <>
        <bdi className="block font-medium [overflow-wrap:anywhere]">{formatEntry(line)}</bdi>
        {line.typed.length > 0 && (
          <span className="block font-normal text-[0.8125rem] text-muted">
            Typed before: {line.typed.map((text) => `“${text}”`).join(', ')}
          </span>
        )}
      </>
    ),
  },
  { head: 'Rows', inLine: 'fact', numeric: true, size: 'w-20', cell: ({ rows }) => rows?.toLocaleString('en-US') },
  {
    head: 'Who',
    inLine: 'note',
    size: 'w-[24%]',
    className: '[overflow-wrap:anywhere]',
    cell: ({ lookup }) => lookup.adminEmail,
  },
  {
    head: 'From',
    inLine: 'note',
    size: 'w-32 @5xl:w-36',
    className: 'text-muted tabular-nums [overflow-wrap:anywhere]',
    cell: ({ lookup }) => lookup.address,
  },
]
