import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import type { customerFigures } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import type { CreditNoteWire, ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { describeDue } from '#web/documents/list/due.ts'
import { ScheduleBadge, StatusBadge } from '#web/documents/list/status-badge.tsx'
import { isPartPaid, KindMark, PartPaidMark, SettledMark } from '#web/documents/payments/settled-mark.tsx'
import { call, callPage, type Page } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SavedCards } from './saved-cards.tsx'

const pageSize = 10

type RowProps = { title: ReactNode; badge?: ReactNode; note: ReactNode; amount: ReactNode; below?: ReactNode }

const Row = ({ title, badge, note, amount, below }: RowProps) => (
  <li className="flex min-h-14 items-center justify-between gap-4 px-4 py-2.5 text-sm">
    <div className="min-w-0">
      <p className="flex min-w-0 items-center gap-2">
        <span className="min-w-0">{title}</span>
        {badge}
      </p>
      <p className="truncate text-[0.8125rem] text-muted tabular-nums">{note}</p>
    </div>
    <p className="shrink-0 text-right tabular-nums">
      <span className="block font-medium">{amount}</span>
      {below && <span className="block text-[0.8125rem] text-muted">{below}</span>}
    </p>
  </li>
)

type RowsProps<Each> = { title: string; rows: readonly Each[]; row: (each: Each) => RowProps }

const Rows = <Each extends { id: number }>({ title, rows, row }: RowsProps<Each>) => (
  <ul aria-label={title} className="divide-y divide-line">
    {rows.map((each) => (
      <Row key={each.id} {...row(each)} />
    ))}
  </ul>
)

type SectionProps = { title: string; count: number | undefined; children: ReactNode }

const Section = ({ title, count, children }: SectionProps) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-semibold">
      {title} {count !== undefined && <span className="font-normal text-muted tabular-nums">{count.toLocaleString('en-US')}</span>}
    </h3>
    {children}
  </section>
)

type PagedProps<Each> = Pick<RowsProps<Each>, 'title' | 'row'> & {
  count: number | undefined
  queryKey: readonly unknown[]
  fetch: (page: { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Each[]>>
}

const PagedSection = <Each extends { id: number }>({ title, count, queryKey, fetch, row }: PagedProps<Each>) => {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ limit: pageSize, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const found = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <Section title={title} count={count}>
      <Card className="overflow-hidden p-0 sm:p-0">
        {pages.isError && !found ? (
          <LoadError error={pages.error} retry={() => void pages.refetch()} />
        ) : !found ? (
          <div className="grid gap-4 p-4" role="status" aria-label={`Loading ${title.toLowerCase()}...`}>
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
          </div>
        ) : found.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted text-sm">No {title.toLowerCase()} yet.</p>
        ) : (
          <Rows title={title} rows={found} row={row} />
        )}
      </Card>
      {pages.hasNextPage && (
        <div className="mt-3 text-center">
          <Button variant="secondary" size="sm" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Section>
  )
}

type Props = { id: number; figures: z.input<typeof customerFigures> | undefined }

const getQueryKey = (id: number, what: string) => [apiPaths.customers, what, id]

export const CustomerDocuments = ({ id, figures }: Props) => (
  <div className="grid grid-cols-1 gap-6">
    <PagedSection
      title="Invoices"
      count={figures?.invoiceCount}
      queryKey={getQueryKey(id, 'invoices')}
      fetch={(query, signal) => callPage(customerEndpoints.invoices, { params: { id }, query, signal })}
      row={(invoice) => ({
        title: <DocumentLink href={`/invoices/${invoice.id}`} number={invoice.invoiceNumber} />,
        badge: (
          <>
            <StatusBadge status={invoice.status} />
            <KindMark kind={invoice.kind} />
            {invoice.settledBy && <SettledMark by={invoice.settledBy} />}
            {isPartPaid(invoice) && <PartPaidMark />}
          </>
        ),
        note: (
          <>
            {formatDay(invoice.issueDate)} ·{' '}
            <span className={invoice.status === 'overdue' ? 'text-danger' : undefined}>
              {describeDue(invoice) ?? `due ${formatDay(invoice.dueDate)}`}
            </span>
          </>
        ),
        amount: formatMoney(invoice.total, invoice.currency),
        below:
          invoice.status !== 'draft' && invoice.status !== 'paid' && parseAmount(invoice.balanceDue) !== 0
            ? `${formatMoney(invoice.balanceDue, invoice.currency)} due`
            : undefined,
      })}
    />
    <RecurringInvoices id={id} />
    <SavedCards id={id} />
    <PagedSection
      title="Estimates"
      count={figures?.estimateCount}
      queryKey={getQueryKey(id, 'estimates')}
      fetch={(query, signal) => callPage(customerEndpoints.estimates, { params: { id }, query, signal })}
      row={(estimate) => ({
        title: <DocumentLink href={`/estimates/${estimate.id}`} number={estimate.estimateNumber} />,
        badge: <StatusBadge status={estimate.status} />,
        note: `${formatDay(estimate.issueDate)} · expires ${formatDay(estimate.expiryDate)}`,
        amount: formatMoney(estimate.total, estimate.currency),
      })}
    />
    <CreditNotes id={id} />
    <PagedSection
      title="Expenses"
      count={figures?.expenseCount}
      queryKey={getQueryKey(id, 'expenses')}
      fetch={(query, signal) => callPage(customerEndpoints.expenses, { params: { id }, query, signal })}
      row={({ description, expenseDate, category, vendor, amount }) => ({
        title: (
          <bdi className="block truncate font-medium" title={description}>
            {description}
          </bdi>
        ),
        note: [formatDay(expenseDate), category, vendor].filter(Boolean).join(' · '),
        amount: <HomeMoney amount={amount} />,
      })}
    />
  </div>
)

/** Few customers have any. */
const RecurringInvoices = ({ id }: { id: number }) => {
  const { data } = useQuery({
    queryKey: getQueryKey(id, 'recurring'),
    queryFn: ({ signal }) => call(recurringInvoiceEndpoints.list, { query: { customerId: id }, signal }),
  })
  if (!data || data.length === 0) return null
  return (
    <Section title="Recurring invoices" count={data.length}>
      <Card className="overflow-hidden p-0 sm:p-0">
        <Rows
          title="Recurring invoices"
          rows={data}
          row={(schedule) => ({
            title: <DocumentLink href={`/recurring-invoices/${schedule.id}`} number={schedule.firstLine} />,
            badge: <ScheduleBadge schedule={schedule} />,
            note: `${describeSchedule(schedule)}${schedule.nextDay && schedule.status !== 'paused' ? ` · next ${formatDay(schedule.nextDay)}` : ''}`,
            amount: schedule.total === null ? '—' : formatMoney(schedule.total, schedule.currency),
          })}
        />
      </Card>
    </Section>
  )
}

/** Few customers have any. */
const CreditNotes = ({ id }: { id: number }) => {
  const { data } = useQuery({
    queryKey: getQueryKey(id, 'credit-note-count'),
    queryFn: ({ signal }) => call(creditNoteEndpoints.summary, { query: { customerId: id }, signal }),
  })
  if (!data || data.count === 0) return null
  return (
    <PagedSection
      title="Credit notes"
      count={data.count}
      queryKey={getQueryKey(id, 'credit-notes')}
      fetch={(query, signal) => callPage(creditNoteEndpoints.list, { query: { customerId: id, ...query }, signal })}
      row={(note) => ({
        title: <DocumentLink href={`/credit-notes/${note.id}`} number={note.creditNoteNumber} />,
        badge: <StatusBadge status={note.status} />,
        note: (
          <>
            {formatDay(note.issueDate)} · {describeNote(note)}
          </>
        ),
        amount: (
          <span className={note.status === 'voided' ? 'text-muted line-through' : undefined}>{formatMoney(note.total, note.currency)}</span>
        ),
      })}
    />
  )
}

/** Lists in the short form do not have the reason. */
const describeNote = (note: CreditNoteWire | ListedCreditNoteWire) => {
  const reason = 'notes' in note && note.notes && <bdi title={note.notes}>{note.notes}</bdi>
  if (!note.invoice) return reason || 'credit of the customer'
  return (
    <>
      for {note.invoice.invoiceNumber}
      {reason && <> · {reason}</>}
    </>
  )
}

const DocumentLink = ({ href, number }: { href: string; number: string }) => (
  <Link
    href={href}
    className="-my-1 block truncate py-1 font-medium underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    title={number}
  >
    {number}
  </Link>
)
