import { CircleCheckBig } from 'lucide-react'
import { Link } from 'wouter'
import type { DashboardWire } from '#shared/api/dashboard.ts'
import { invoicesCaption } from '#shared/captions.ts'
import { showMoney } from '#shared/money.ts'
import { todayHere } from '../../lib/today.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { CardHead } from './card-head.tsx'
import { dueWords } from './due-words.ts'
import { InvoiceName } from './invoice-name.tsx'
import { ListOutline } from './list-outline.tsx'

type Props = {
  title: string
  due: DashboardWire['overdue'] | undefined
  /** Said when there are none. */
  nothing: string
  /** Where all of them are. */
  all: string
  isLate?: boolean
}

/** The invoices that want an eye first, what each still asks for, and what all of them come to. */
export const DueInvoices = ({ title, due, nothing, all, isLate = false }: Props) => (
  <Card className="p-0" role="region" aria-label={title}>
    <CardHead title={title} note={due && due.count > 0 && `${invoicesCaption(due.count, '').trim()}, ${showMoney(due.sum)}`}>
      {due && due.count > 0 && (
        <Link href={all} aria-label={`View all: ${title}`}>
          View all
        </Link>
      )}
    </CardHead>
    {!due ? (
      <ListOutline count={3} />
    ) : due.count === 0 ? (
      <p className="flex min-h-16 items-center gap-2 px-4 text-muted text-sm sm:px-5">
        <CircleCheckBig className="size-4 shrink-0 text-good" aria-hidden />
        {nothing}
      </p>
    ) : (
      <ul className="divide-y divide-line">
        {due.rows.map((row) => (
          <li key={row.id} className="flex min-h-16 items-center gap-3 px-4 py-2.5 sm:px-5">
            <InvoiceName {...row} />
            <div className="shrink-0 text-right">
              <p className="font-medium text-sm tabular-nums">{showMoney(row.balanceDue)}</p>
              <p className={cx('text-[0.8125rem]', isLate ? 'text-danger' : 'text-muted')}>{dueWords(row.dueDate, todayHere())}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
