import { ScrollText } from 'lucide-react'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Card } from '#web/ui/card.tsx'
import { Table, TableSkeleton, Td, Th, Tr } from '#web/ui/table.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatCount, lookupList } from './admin-lists.ts'
import { type AuditLogEntry, formatEntry, groupLookups } from './audit-log-entries.ts'

const fullList = { search: '', sort: '', filter: {} } as const

export const AuditLog = () => {
  const list = useEntityList(lookupList, fullList)
  const isWide = useMediaQuery('(min-width: 80rem)')
  if (isDenied(list.error)) return <AccessLost />
  const Lines = isWide ? AuditLogTable : AuditLogCards
  return (
    <>
      <p className="mb-4 max-w-prose text-muted text-sm">
        Every view of the users, their figures and this log is recorded. Entries can't be changed or deleted.
      </p>
      <EntityList
        noun="look-up"
        list={{ ...list, summary: list.rows && { count: list.rows.length } }}
        skeleton={<TableSkeleton />}
        icon={<ScrollText aria-hidden />}
        nothing="No look-ups yet."
        hint="Views by admins appear here."
        rows={(rows) => (
          <Card className="overflow-hidden p-0 sm:p-0">
            <Lines lines={groupLookups(rows)} />
          </Card>
        )}
        caption={({ count }) => <span>{formatCount(count, 'look-up', list.more ? 'so far' : 'all')}</span>}
      >
        {null}
      </EntityList>
    </>
  )
}

type Props = { lines: readonly AuditLogEntry[] }

const AuditLogTable = ({ lines }: Props) => (
  <Table aria-label="Audit log" className="table-fixed">
    <thead>
      <Tr className="border-b!">
        <Th className="w-48">When</Th>
        <Th>EntryText</Th>
        <Th numeric className="w-20">
          Rows
        </Th>
        <Th className="w-[24%]">Who</Th>
        <Th className="w-36">From</Th>
      </Tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Tr key={line.lookup.id}>
          <Td className="text-muted tabular-nums">{formatInstant(line.lookup.at)}</Td>
          <Td className="[overflow-wrap:anywhere]">
            <EntryText line={line} />
          </Td>
          <Td numeric>{line.rows?.toLocaleString('en-US')}</Td>
          <Td className="[overflow-wrap:anywhere]">{line.lookup.adminEmail}</Td>
          <Td className="text-muted tabular-nums [overflow-wrap:anywhere]">{line.lookup.address}</Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)

const AuditLogCards = ({ lines }: Props) => (
  <ul aria-label="Audit log" className="divide-y divide-line">
    {lines.map((line) => (
      <li key={line.lookup.id} className="grid gap-1 p-4 text-sm [overflow-wrap:anywhere]">
        <div className="flex items-baseline justify-between gap-3">
          <div className="min-w-0">
            <EntryText line={line} />
          </div>
          {line.rows !== null && (
            <span className="shrink-0 text-[0.8125rem] text-muted tabular-nums">
              {line.rows.toLocaleString('en-US')} {line.rows === 1 ? 'row' : 'rows'}
            </span>
          )}
        </div>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {formatInstant(line.lookup.at)} · {line.lookup.adminEmail} · {line.lookup.address}
        </p>
      </li>
    ))}
  </ul>
)

const EntryText = ({ line }: { line: AuditLogEntry }) => (
  <>
    <bdi className="block font-medium">{formatEntry(line)}</bdi>
    {line.typed.length > 0 && (
      <span className="block text-[0.8125rem] text-muted">Typed before: {line.typed.map((text) => `“${text}”`).join(', ')}</span>
    )}
  </>
)
