import {
  Activity,
  CircleDollarSign,
  CircleX,
  Eye,
  FileCheck,
  type LucideIcon,
  Send,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  UserPlus,
} from 'lucide-react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { formatDay, today } from '#shared/dates.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { type Tone, tones } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardHeader, ListSkeleton } from './card-parts.tsx'

type Entry = DashboardWire['recentActivity'][number]

const kinds: Record<Entry['kind'], { icon: LucideIcon; tone: Tone }> = {
  payment: { icon: CircleDollarSign, tone: 'good' },
  refunded: { icon: Undo2, tone: 'note' },
  'refund failed': { icon: TriangleAlert, tone: 'danger' },
  'refund undone': { icon: TriangleAlert, tone: 'danger' },
  disputed: { icon: TriangleAlert, tone: 'danger' },
  'dispute won': { icon: ShieldCheck, tone: 'good' },
  'dispute lost': { icon: CircleX, tone: 'danger' },
  'payment questioned': { icon: TriangleAlert, tone: 'danger' },
  'marked sent': { icon: Send, tone: 'note' },
  sent: { icon: Send, tone: 'note' },
  viewed: { icon: Eye, tone: 'accent' },
  'estimate marked sent': { icon: Send, tone: 'note' },
  'estimate sent': { icon: Send, tone: 'note' },
  accepted: { icon: FileCheck, tone: 'good' },
  declined: { icon: CircleX, tone: 'danger' },
  customer: { icon: UserPlus, tone: 'accent' },
  'customers imported': { icon: UserPlus, tone: 'accent' },
}

export const RecentActivity = ({ entries }: { entries: Entry[] | undefined }) => (
  <Card className="p-0 lg:col-span-2">
    <CardHeader title="Recent Activity" />
    {!entries ? (
      <ListSkeleton />
    ) : entries.length === 0 ? (
      <EmptyState icon={<Activity aria-hidden />} title="No recent activity to display." />
    ) : (
      <ol className="grid py-2">
        {entries.map((entry) => (
          <ActivityLine key={`${entry.kind} ${entry.at} ${entry.text}`} entry={entry} />
        ))}
      </ol>
    )}
  </Card>
)

const ActivityLine = ({ entry }: { entry: Entry }) => {
  const { icon: Icon, tone } = kinds[entry.kind]
  const at = new Date(entry.at)
  const timeZone = getTimeZone()
  return (
    <li className="relative flex items-start gap-3 px-4 py-2 sm:px-5">
      <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', tones[tone])}>
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 max-[22.5rem]:line-clamp-none text-left text-sm [overflow-wrap:anywhere]" title={entry.text} dir="auto">
          {entry.path ? (
            <Link
              href={entry.path}
              className="underline-offset-2 hover:text-accent hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-0"
            >
              {entry.text}
            </Link>
          ) : (
            entry.text
          )}
        </p>
        <time dateTime={entry.at} title={at.toLocaleString([], { timeZone })} className="text-[0.8125rem] text-muted">
          {formatDay(today(at, timeZone))}
        </time>
      </div>
    </li>
  )
}
