import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CreditCard, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { memo, useRef } from 'react'
import { adminEndpoints } from '#shared/contract/endpoints/admin.ts'
import { trialInvoices } from '#shared/plans.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListUrl } from '#web/entity/use-list-url.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableSkeleton, Td, Th, Tr } from '#web/ui/table.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatCount, type StatsRow, type UserRow, userList, userListOptions } from './admin-lists.ts'

const getUserName = ({ firstName, lastName, email }: UserRow): string => [firstName, lastName].filter(Boolean).join(' ') || email || 'User'

const formatTrialUsage = ({ trialInvoicesUsed }: UserRow): string => `${trialInvoicesUsed}/${trialInvoices}`

const statuses: Record<string, { tone: Tone; label: string }> = {
  trial: { tone: 'note', label: 'Trial' },
  active: { tone: 'good', label: 'Active' },
  canceled: { tone: 'neutral', label: 'Canceled' },
}
const plans: Record<string, string> = { monthly: 'Monthly', yearly: 'Yearly' }

const SubscriptionBadges = ({ user }: { user: UserRow }) => {
  const { subscriptionStatus, subscriptionPlan } = user
  const status = statuses[subscriptionStatus]
  const plan = subscriptionStatus === 'active' && plans[subscriptionPlan ?? '']
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={status?.tone}>{status?.label ?? subscriptionStatus}</Badge>
      {plan && <span className="text-[0.8125rem] text-muted">{plan}</span>}
      {user.isPastDue && (
        <Badge tone="warn" title="A renewal could not be paid.">
          Past due
        </Badge>
      )}
      {user.isSubscribedTwice && (
        <Badge tone="danger" title="More than one subscription takes money: look at this customer in the card provider's dashboard.">
          Subscribed twice
        </Badge>
      )}
    </span>
  )
}

const UserCards = ({ users }: { users: readonly UserRow[] }) => (
  <ul aria-label="Users" className="divide-y divide-line">
    {users.map((user) => (
      <Item key={user.id} user={user} />
    ))}
  </ul>
)

const Item = memo(({ user }: { user: UserRow }) => (
  <li className="flex gap-3 p-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
    <Avatar user={user} />
    <div className="grid min-w-0 flex-1 gap-1 text-sm">
      <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
        <bdi>{getUserName(user)}</bdi>
      </p>
      {user.email && <p className="line-clamp-2 text-muted [overflow-wrap:anywhere]">{user.email}</p>}
      <div className="my-0.5">
        <SubscriptionBadges user={user} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-[0.8125rem] text-muted tabular-nums">
        <span>{formatTrialUsage(user)} trial invoices</span>
        <span>Joined {formatInstantDay(user.createdAt)}</span>
      </p>
    </div>
  </li>
))

const UserTable = ({ users }: { users: readonly UserRow[] }) => (
  <Table aria-label="Users" className="table-fixed">
    <thead>
      <Tr className="border-b!">
        <Th className="@4xl:w-[30%]">User</Th>
        <Th className="hidden @4xl:table-cell">Email</Th>
        <Th numeric className="w-28">
          Trial invoices
        </Th>
        <Th className="w-46">Status</Th>
        <Th className="w-30">Joined</Th>
      </Tr>
    </thead>
    <tbody>
      {users.map((user) => (
        <Row key={user.id} user={user} />
      ))}
    </tbody>
  </Table>
)

const Row = memo(({ user }: { user: UserRow }) => (
  <Tr className="hover:bg-sunken/50">
    <Td>
      <span className="flex items-center gap-3">
        <Avatar user={user} />
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]" title={getUserName(user)}>
            <bdi>{getUserName(user)}</bdi>
          </span>
          {user.email && (
            <span className="block truncate text-[0.8125rem] text-muted @4xl:hidden" title={user.email}>
              {user.email}
            </span>
          )}
        </span>
      </span>
    </Td>
    <Td className="hidden text-muted @4xl:table-cell">
      {user.email && (
        <span className="line-clamp-2 [overflow-wrap:anywhere]" title={user.email}>
          {user.email}
        </span>
      )}
    </Td>
    <Td numeric>{formatTrialUsage(user)}</Td>
    <Td>
      <SubscriptionBadges user={user} />
    </Td>
    <Td className="whitespace-nowrap text-muted tabular-nums">{formatInstantDay(user.createdAt)}</Td>
  </Tr>
))

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
  const stats = useQuery(readQuery(adminEndpoints.stats))
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
