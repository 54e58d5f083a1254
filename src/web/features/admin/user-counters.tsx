import { CalendarPlus, CreditCard, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { StatsRow } from './admin-lists.ts'

const counters: readonly { title: string; icon: LucideIcon; of: keyof StatsRow }[] = [
  { title: 'Total Users', icon: Users, of: 'totalUsers' },
  { title: 'Active Subscribers', icon: CreditCard, of: 'activeSubscribers' },
  { title: 'Trial Users', icon: Hourglass, of: 'trialUsers' },
  { title: 'New This Month', icon: CalendarPlus, of: 'createdThisMonth' },
]

type Props = { stats: StatsRow | undefined; failed: boolean }

/** The four figures at the top; outlines of the same size until they are known, a dash where they could not be read. */
export const UserCounters = ({ stats, failed }: Props) => (
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
