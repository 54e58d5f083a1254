import {
  CalendarClock,
  CalendarX,
  CalendarX2,
  ChevronRight,
  CircleCheckBig,
  FileCheck,
  FilePen,
  Hourglass,
  type LucideIcon,
  MailX,
  MessageSquareWarning,
  Repeat,
  TriangleAlert,
} from 'lucide-react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { formatDueDate } from '#web/documents/list/due.ts'
import { getToday } from '#web/lib/format/today.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { type Tone, tones } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CardHeader } from './card-parts.tsx'

type Attention = DashboardWire['attention'][number]
type Line = Omit<Attention, 'kind'> & { kind: Attention['kind'] | 'soon' }

type Kind = {
  icon: LucideIcon
  tone: Tone
  title: (count: number) => string
  action: string
  /** The list of all of them. Without one, they are opened one after the other. */
  list?: string
  /** What happens on the day; without it, the day is not shown. */
  word?: string
  hasSum?: boolean
}

const plural = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
/** '2 payments to review' */
const counted = (noun: string, rest = '') => ({ title: (count: number) => plural(count, noun) + rest })

const kinds: Record<Line['kind'], Kind> = {
  payment: { ...counted('payment', ' to review'), icon: TriangleAlert, tone: 'danger', action: 'Review' },
  recurring: { ...counted('recurring invoice', ' waiting'), icon: Repeat, tone: 'warn', action: 'Resolve', list: '/recurring-invoices' },
  answered: {
    title: (count) => `${plural(count, 'answer')} to ${count === 1 ? 'a reminder' : 'reminders'}`,
    icon: MessageSquareWarning,
    tone: 'warn',
    action: 'Review',
  },
  overdue: {
    ...counted('overdue invoice'),
    icon: CalendarX,
    tone: 'danger',
    action: 'Follow up',
    list: '/invoices?status=overdue&sort=dueDate',
    word: 'due',
    hasSum: true,
  },
  unsent: { ...counted('scheduled email', ' not sent'), icon: CalendarX2, tone: 'warn', action: 'Open' },
  undelivered: { ...counted('email', ' not delivered'), icon: MailX, tone: 'warn', action: 'Check address' },
  accepted: {
    ...counted('accepted estimate', ' to invoice'),
    icon: FileCheck,
    tone: 'good',
    action: 'Create invoice',
    list: '/estimates?status=accepted',
    hasSum: true,
  },
  expiring: {
    ...counted('estimate', ' expiring soon'),
    icon: Hourglass,
    tone: 'warn',
    action: 'Follow up',
    list: '/estimates?status=sent&sort=expiryDate',
    word: 'expires',
    hasSum: true,
  },
  draft: {
    ...counted('draft', ' to send'),
    icon: FilePen,
    tone: 'note',
    action: 'Finish',
    list: '/invoices?status=draft&sort=dueDate',
    hasSum: true,
  },
  soon: {
    ...counted('invoice', ' due soon'),
    icon: CalendarClock,
    tone: 'neutral',
    action: 'View',
    list: '/invoices?status=sent&sort=dueDate',
    word: 'due',
    hasSum: true,
  },
}

/** Due within a week: it needs nothing yet. */
const toSoon = ({ count, sum, rows: [next] }: DashboardWire['dueSoon']): Line | undefined =>
  next && {
    kind: 'soon',
    count,
    sum,
    first: { number: next.invoiceNumber, reason: null, customerName: next.customerName, day: next.dueDate, path: `/invoices/${next.id}` },
  }

export const countAttentionLines = ({ attention, dueSoon }: DashboardWire): number => attention.length + Math.min(dueSoon.count, 1)

type Props = {
  figures: DashboardWire | undefined
  /** To keep room for while loading. */
  expected: number
}

export const AttentionCard = ({ figures, expected }: Props) => {
  if (!figures) return <Loading lines={expected} />
  const soon = toSoon(figures.dueSoon)
  const lines = [...figures.attention, ...(soon ? [soon] : [])]
  return (
    <Card className="p-0" role="region" aria-label="Needs your attention">
      {figures.attention.length > 0 ? (
        <CardHeader title="Needs your attention" />
      ) : (
        <p className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm sm:px-5">
          <CircleCheckBig className="size-5 shrink-0 text-good" aria-hidden />
          <span>
            <span className="font-medium">You're all caught up.</span> <span className="text-muted">Nothing needs your attention.</span>
          </span>
        </p>
      )}
      {lines.length > 0 && (
        <ul className={cx('divide-y divide-line', figures.attention.length === 0 && 'border-line border-t')}>
          {lines.map((line) => (
            <li key={line.kind}>
              <AttentionLine {...line} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const AttentionLine = ({ kind, count, sum, first: { number, reason, customerName, day, path } }: Line) => {
  const { icon: Icon, tone, title, action, list, word, hasSum } = kinds[kind]
  const when = word && formatDueDate(day, getToday(), word)
  return (
    <Link
      href={count > 1 && list ? list : path}
      className="group flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-sunken sm:px-5 focus-visible:-outline-offset-2"
    >
      <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', tones[tone])}>
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <span className="font-medium text-sm">{title(count)}</span>{' '}
        {hasSum && sum !== null && (
          <span className="font-semibold text-sm tabular-nums sm:row-span-2">
            <HomeMoney amount={sum} />
          </span>
        )}{' '}
        <span className="col-start-1 truncate text-[0.8125rem] text-muted max-sm:col-span-2">
          {count > 1 && (kind === 'overdue' ? 'Oldest: ' : 'First: ')}
          {number !== null && (
            <>
              <bdi>{number}</bdi>,{' '}
            </>
          )}
          <bdi>{customerName}</bdi>
          {when && `, ${when}`}
          {reason !== null && <span title={reason}>: {reason}</span>}
        </span>
      </span>{' '}
      <span className="flex shrink-0 items-center justify-end gap-1 text-right font-medium text-accent text-sm underline-offset-2 group-hover:underline sm:w-32">
        <span className="max-sm:sr-only">{action}</span>
        <ChevronRight className="size-4" aria-hidden />
      </span>
    </Link>
  )
}

const Loading = ({ lines }: { lines: number }) => (
  <Card className="p-0" aria-hidden>
    {lines > 0 ? (
      <CardHeader title="Needs your attention" />
    ) : (
      <div className="flex min-h-14 items-center px-4 sm:px-5">
        <Skeleton className="h-5 w-72 max-w-full" />
      </div>
    )}
    <div className="divide-y divide-line">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="flex h-16 items-center gap-3 px-4 sm:px-5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-9 w-1/3" />
        </div>
      ))}
    </div>
  </Card>
)
