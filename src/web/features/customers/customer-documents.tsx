import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { z } from 'zod'
import type { customerEstimate, customerFigures, customerInvoice } from '#modules/customers/contract.ts'
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
import { KindMark, PartMark, SettledMark } from '#web/documents/payments/settled-mark.tsx'
import { RecordList } from '#web/kit/list/record-list.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { type List, toList } from '#web/kit/list/use-list.ts'
import { call, callPage, type Page } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { SavedCards } from './saved-cards.tsx'

const pageSize = 10

type ListProps<Each extends { id: number }> = {
  title: string
  count: number | undefined
  columns: readonly Column<Each>[]
  list: List<Each>
}

const ListSection = <Each extends { id: number }>({ title, count, columns, list }: ListProps<Each>) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-semibold">
      {title} {count !== undefined && <span className="font-normal text-muted tabular-nums">{count.toLocaleString('en-US')}</span>}
    </h3>
    <RecordList
      label={title}
      list={list}
      look={{ columns, form: 'lines' }}
      empty={
        <Card>
          <p className="text-center text-muted text-sm">No {title.toLowerCase()} yet.</p>
        </Card>
      }
    />
  </section>
)

type PagedProps<Each extends { id: number }> = Omit<ListProps<Each>, 'list'> & {
  queryKey: readonly unknown[]
  fetch: (page: { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Each[]>>
}

const PagedSection = <Each extends { id: number }>({ queryKey, fetch, ...section }: PagedProps<Each>) => {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ limit: pageSize, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return <ListSection {...section} list={toList<Each>(pages)} />
}

const title = { head: 'Title', inLine: 'title' } as const
const issued = { head: 'Date', inLine: 'note', cell: ({ issueDate }: { issueDate: string }) => formatDay(issueDate) } as const

type Props = { id: number; figures: z.input<typeof customerFigures> | undefined }

const getQueryKey = (id: number, what: string) => [apiPaths.customers, what, id]

export const CustomerDocuments = ({ id, figures }: Props) => (
  <div className="grid grid-cols-1 gap-6">
    <PagedSection<z.input<typeof customerInvoice>>
      title="Invoices"
      count={figures?.invoiceCount}
      queryKey={getQueryKey(id, 'invoices')}
      fetch={(query, signal) => callPage(customerEndpoints.invoices, { params: { id }, query, signal })}
      columns={[
        { ...title, cell: ({ id, invoiceNumber }) => <DocumentLink href={`/invoices/${id}`} text={invoiceNumber} /> },
        {
          head: 'Status',
          inLine: 'title',
          cell: (invoice) => (
            <span className="flex items-center gap-2">
              <StatusBadge status={invoice.status} />
              <KindMark kind={invoice.kind} />
              <SettledMark invoice={invoice} />
              <PartMark invoice={invoice} />
            </span>
          ),
        },
        issued,
        {
          head: 'Due',
          inLine: 'note',
          cell: (invoice) => (
            <span className={invoice.status === 'overdue' ? 'text-danger' : undefined}>
              {describeDue(invoice) ?? `due ${formatDay(invoice.dueDate)}`}
            </span>
          ),
        },
        {
          head: 'Amount',
          inLine: 'amount',
          cell: ({ status, total, balanceDue, currency }) => (
            <>
              {formatMoney(total, currency)}
              {status !== 'draft' && status !== 'paid' && parseAmount(balanceDue) !== 0 && (
                <span className="block font-normal text-[0.8125rem] text-muted">{formatMoney(balanceDue, currency)} due</span>
              )}
            </>
          ),
        },
      ]}
    />
    <RecurringInvoices id={id} />
    <SavedCards id={id} />
    <PagedSection<z.input<typeof customerEstimate>>
      title="Estimates"
      count={figures?.estimateCount}
      queryKey={getQueryKey(id, 'estimates')}
      fetch={(query, signal) => callPage(customerEndpoints.estimates, { params: { id }, query, signal })}
      columns={[
        { ...title, cell: ({ id, estimateNumber }) => <DocumentLink href={`/estimates/${id}`} text={estimateNumber} /> },
        { head: 'Status', inLine: 'title', cell: ({ status }) => <StatusBadge status={status} /> },
        issued,
        { head: 'Expires', inLine: 'note', cell: ({ expiryDate }) => `expires ${formatDay(expiryDate)}` },
        { head: 'Total', inLine: 'amount', cell: ({ total, currency }) => formatMoney(total, currency) },
      ]}
    />
    <CreditNotes id={id} />
    <PagedSection
      title="Expenses"
      count={figures?.expenseCount}
      queryKey={getQueryKey(id, 'expenses')}
      fetch={(query, signal) => callPage(customerEndpoints.expenses, { params: { id }, query, signal })}
      columns={[
        {
          ...title,
          cell: ({ description }) => (
            <bdi className="block truncate" title={description}>
              {description}
            </bdi>
          ),
        },
        { head: 'Date', inLine: 'note', cell: ({ expenseDate }) => formatDay(expenseDate) },
        { head: 'Category', inLine: 'note', cell: ({ category }) => category },
        { head: 'Vendor', inLine: 'note', cell: ({ vendor }) => vendor },
        { head: 'Amount', inLine: 'amount', cell: ({ amount }) => <HomeMoney amount={amount} /> },
      ]}
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
    <ListSection
      title="Recurring invoices"
      count={data.length}
      columns={[
        { ...title, cell: ({ id, firstLine }) => <DocumentLink href={`/recurring-invoices/${id}`} text={firstLine} /> },
        { head: 'Status', inLine: 'title', cell: (schedule) => <ScheduleBadge schedule={schedule} /> },
        { head: 'Schedule', inLine: 'note', cell: describeSchedule },
        { head: 'Next', inLine: 'note', cell: ({ nextDay, status }) => nextDay && status !== 'paused' && `next ${formatDay(nextDay)}` },
        { head: 'Amount', inLine: 'amount', cell: ({ total, currency }) => (total === null ? '—' : formatMoney(total, currency)) },
      ]}
      list={{ rows: data, error: null, retry: () => {}, searching: false, more: undefined }}
    />
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
    <PagedSection<CreditNoteWire | ListedCreditNoteWire>
      title="Credit notes"
      count={data.count}
      queryKey={getQueryKey(id, 'credit-notes')}
      fetch={(query, signal) => callPage(creditNoteEndpoints.list, { query: { customerId: id, ...query }, signal })}
      columns={[
        { ...title, cell: ({ id, creditNoteNumber }) => <DocumentLink href={`/credit-notes/${id}`} text={creditNoteNumber} /> },
        { head: 'Status', inLine: 'title', cell: ({ status }) => <StatusBadge status={status} /> },
        issued,
        { head: 'Of', inLine: 'note', cell: describeNote },
        {
          head: 'Amount',
          inLine: 'amount',
          cell: ({ status, total, currency }) => (
            <span className={status === 'voided' ? 'text-muted line-through' : undefined}>{formatMoney(total, currency)}</span>
          ),
        },
      ]}
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

const DocumentLink = ({ href, text }: { href: string; text: string }) => (
  <Link
    href={href}
    className="-my-1 block truncate py-1 underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    title={text}
  >
    {text}
  </Link>
)
