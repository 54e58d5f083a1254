import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CreditCard, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { useRef } from 'react'
import { adminEndpoints } from '#shared/contract/endpoints/admin.ts'
import { trialInvoices } from '#shared/plans.ts'
import { ListHead } from '#web/kit/list/list-head.tsx'
import { RecordList } from '#web/kit/list/record-list.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { useList, useListUrl } from '#web/kit/list/use-list.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccessLost, isDenied } from './access-denied.tsx'
import { formatLoaded, type StatsRow, type UserRow, userList, userListOptions } from './admin-lists.ts'

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

const clampedEmail = 'line-clamp-2 font-normal text-muted [overflow-wrap:anywhere]'

const columns: readonly Column<UserRow>[] = [
  {
    head: 'User',
    inLine: 'title',
    size: '@4xl:w-[30%]',
    cell: (user) => (
      <span className="flex items-center gap-3">
        <Avatar user={user} />
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]" title={getUserName(user)}>
            <bdi>{getUserName(user)}</bdi>
          </span>
          <span className={cx(clampedEmail, '@4xl:hidden text-[0.8125rem]')} title={user.email ?? undefined}>
            {user.email}
          </span>
        </span>
      </span>
    ),
  },
  {
    head: 'Email',
    size: 'hidden @4xl:table-cell',
    cell: ({ email }) =>
      email && (
        <span className={clampedEmail} title={email}>
          {email}
        </span>
      ),
  },
  { head: 'Trial invoices', inLine: 'fact', numeric: true, size: 'w-28', cell: formatTrialUsage },
  { head: 'Status', inLine: 'below', size: 'w-46', cell: (user) => <SubscriptionBadges user={user} /> },
  {
    head: 'Joined',
    inLine: 'fact',
    size: 'w-30',
    className: 'whitespace-nowrap text-muted tabular-nums',
    cell: ({ createdAt }) => formatInstantDay(createdAt),
  },
]

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
  const list = useList(userList, address)
  const stats = useQuery(readQuery(adminEndpoints.stats))
  const page = useRef<HTMLDivElement>(null)
  const searchBox = () => page.current?.querySelector<HTMLInputElement>('input[type=search]')
  useShortcuts({ '[Shift]+/': () => searchBox()?.select() })
  if (isDenied(list.error)) return <AccessLost />
  const isNarrowed = address.isSearched
  // A long list is loaded in pages. Its length is known from the figures, but the number of search results is not.
  const total = list.summary ?? (isNarrowed || !stats.data ? undefined : { count: stats.data.totalUsers })
  const summary = total ?? (list.rows && { count: list.rows.length })

  return (
    <div ref={page}>
      <UserCounters stats={stats.data} failed={stats.isError} />
      <ListHead
        placeholder="Search by email or name..."
        address={address}
        caption={summary && formatLoaded(summary.count, 'user', total ? 'all' : 'so far')}
      />
      <RecordList
        label="Users"
        list={list}
        look={{ columns }}
        empty={
          <EmptyState
            title={isNarrowed ? 'No users found matching your search.' : 'No users yet.'}
            text={isNarrowed ? 'Try another part of the email or name.' : 'Users appear here after their first sign-in.'}
            icon={<Users aria-hidden />}
            action={
              isNarrowed && (
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
              )
            }
          />
        }
      />
    </div>
  )
}
