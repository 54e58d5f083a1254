import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CreditCard, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { useRef } from 'react'
import { adminEndpoints } from '#shared/contract/endpoints/admin.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListUrl } from '#web/entity/use-list-url.ts'
import { call } from '#web/lib/api/client.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatCount, type StatsRow, userList, userListOptions } from './admin-lists.ts'
import { UserCards, UserTable } from './user-rows.tsx'

const counters: readonly { title: string; icon: LucideIcon; of: keyof StatsRow }[] = [
  { title: 'Total Users', icon: Users, of: 'totalUsers' },
  { title: 'Active Subscribers', icon: CreditCard, of: 'activeSubscribers' },
  { title: 'Trial Users', icon: Hourglass, of: 'trialUsers' },
  { title: 'New This Month', icon: CalendarPlus, of: 'createdThisMonth' },
]

type Props = { stats: StatsRow | undefined; failed: boolean }

const UserCounters = ({ stats, failed }: Props) => (
  <dl aria-label="Users in figures" className="mb-5 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {counters.map(({ title, icon: Icon, of }) => (
      <Card key={of} className="flex flex-col p-3.5 sm:p-5">
        <dt className="flex items-start justify-between gap-2 font-medium text-muted text-sm">
          {title}
          <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
        </dt>
        <dd className="mt-auto pt-2 font-semibold text-xl leading-8 tracking-tight tabular-nums sm:text-2xl">
          {stats ? (
            stats[of].toLocaleString('en-US')
          ) : failed ? (
            <span title="This could not be loaded">–</span>
          ) : (
            <Skeleton className="h-8 w-20" />
          )}
        </dd>
      </Card>
    ))}
  </dl>
)

export const UsersView = () => {
  const address = useListUrl(userListOptions)
  const list = useEntityList(userList, address)
  const stats = useQuery({ queryKey: [adminEndpoints.stats.path], queryFn: ({ signal }) => call(adminEndpoints.stats, { signal }) })
  const isWide = useMediaQuery('(min-width: 48rem)')
  const page = useRef<HTMLDivElement>(null)
  const searchBox = () => page.current?.querySelector<HTMLInputElement>('input[type=search]')
  useShortcuts({ '[Shift]+/': () => searchBox()?.select() })
  if (isDenied(list.error)) return <AccessLost />
  const isNarrowed = address.search.trim() !== ''
  // A long list is loaded in pages. Its length is known from the figures, but the number of search results is not.
  const total = list.summary ?? (isNarrowed || !stats.data ? undefined : { count: stats.data.totalUsers })
  const summary = total ?? (list.rows && { count: list.rows.length })
  const List = isWide ? UserTable : UserCards

  return (
    <div ref={page}>
      <UserCounters stats={stats.data} failed={stats.isError} />
      <div className="mb-4 flex">
        <SearchInput placeholder="Search by email or name..." value={address.search} onValueChange={(search) => address.set({ search })} />
      </div>
      <EntityList
        noun="user"
        list={{ ...list, summary }}
        skeleton={<TableSkeleton />}
        icon={<Users aria-hidden />}
        nothing={isNarrowed ? 'No users found matching your search.' : 'No users yet.'}
        hint={isNarrowed ? 'Try another part of the email or name.' : 'Users appear here after their first sign-in.'}
        rows={(rows) => (
          <Card className="@container overflow-hidden p-0 sm:p-0">
            <List users={rows} />
          </Card>
        )}
        caption={({ count }) => <span>{formatCount(count, 'user', total ? 'all' : 'so far')}</span>}
      >
        {isNarrowed && (
          <Button
            variant="secondary"
            onClick={() => {
              address.clear()
              // The button disappears, so the focus moves to the search.
              searchBox()?.focus()
            }}
          >
            Clear search
          </Button>
        )}
      </EntityList>
    </div>
  )
}
