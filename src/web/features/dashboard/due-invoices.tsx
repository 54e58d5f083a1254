import { CircleCheckBig } from 'lucide-react'
import { Link } from 'wouter'
import { formatInvoiceCount } from '#shared/captions.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { formatMoney } from '#shared/money.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { CardHeader, InvoiceLink, ListSkeleton } from './card-parts.tsx'
import { formatDueDate } from './format-due-date.ts'

type Props = {
  title: string
  due: DashboardWire['overdue'] | undefined
  /** Text when there are none. */
  emptyText: string
  /** Link to all of them. */
  allHref: string
  isLate?: boolean
}

/** The first overdue or soon due invoices with their balances, and the total. */
export const DueInvoices = ({ title, due, emptyText, allHref, isLate = false }: Props) => (
  <Card className="p-0" role="region" aria-label={title}>
    <CardHeader title={title} note={due && due.count > 0 && `${formatInvoiceCount(due.count, '').trim()}, ${formatMoney(due.sum)}`}>
      {due && due.count > 0 && (
        <Link href={allHref} aria-label={`View all: ${title}`}>
          View all
        </Link>
      )}
    </CardHeader>
    {!due ? (
      <ListSkeleton count={3} />
    ) : due.count === 0 ? (
      <p className="flex min-h-16 items-center gap-2 px-4 text-muted text-sm sm:px-5">
        <CircleCheckBig className="size-4 shrink-0 text-good" aria-hidden />
        {emptyText}
      </p>
    ) : (
      <ul className="divide-y divide-line">
        {due.rows.map((row) => (
          <li key={row.id} className="flex min-h-16 items-center gap-3 px-4 py-2.5 sm:px-5">
            <InvoiceLink {...row} />
            <div className="shrink-0 text-right">
              <p className="font-medium text-sm tabular-nums">{formatMoney(row.balanceDue)}</p>
              <p className={cx('text-[0.8125rem]', isLate ? 'text-danger' : 'text-muted')}>{formatDueDate(row.dueDate, getToday())}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
