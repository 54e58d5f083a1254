import { ScrollText } from 'lucide-react'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Card } from '#web/ui/card.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatCount, lookupList } from './admin-lists.ts'
import { groupLookups } from './audit-log-entries.ts'
import { AuditLogCards, AuditLogTable } from './audit-log-rows.tsx'

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
