import { useMutation } from '@tanstack/react-query'
import { Check, NotebookText, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ClosingPreviewWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { IntegrityVerdict } from '#web/features/books/health/integrity-section.tsx'
import { checkIntegrity } from '#web/features/books/query/queries.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

type State = 'fine' | 'look' | 'plain'
const icons: Record<State, ReactNode> = {
  fine: <Check className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />,
  look: <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />,
  plain: <NotebookText className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />,
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** None of it prevents the closing. */
export const Preview = ({ preview, throughDay }: { preview: ClosingPreviewWire; throughDay: string }) => {
  const { drafts, draftCount, reviews, reviewCount, entryCount } = preview
  const last = formatDay(throughDay)
  return (
    <ul aria-label="Before closing" className="mt-5 divide-y divide-line rounded-lg border border-line text-sm">
      <Point
        state={draftCount > 0 ? 'look' : 'fine'}
        title={draftCount > 0 ? `${count(draftCount, 'draft')} dated through ${last}` : `No drafts dated through ${last}`}
        text={draftCount > 0 && 'Send them first, or give them a later date.'}
      >
        {draftCount > 0 && (
          <InvoiceLinks hidden={draftCount - drafts.length}>
            {drafts.map(({ id, invoiceNumber, customerName, issueDate, total }) => (
              <InvoiceLink key={id} id={id} number={invoiceNumber} customer={customerName} day={issueDate} amount={total} />
            ))}
          </InvoiceLinks>
        )}
      </Point>
      <Point
        state={reviewCount > 0 ? 'look' : 'fine'}
        title={reviewCount > 0 ? `${count(reviewCount, 'payment')} to review` : 'No payments to review'}
        text={reviewCount > 0 && 'Decide whether they count as paid.'}
      >
        {reviewCount > 0 && (
          <InvoiceLinks hidden={reviewCount - reviews.length}>
            {reviews.map(({ id, invoiceNumber, customerName }) => (
              <InvoiceLink key={id} id={id} number={invoiceNumber} customer={customerName} />
            ))}
          </InvoiceLinks>
        )}
      </Point>
      <HealthPoint />
      <Point
        state="plain"
        title={entryCount === 0 ? 'There are no entries to close' : `${count(entryCount, 'entry', 'entries')} will be closed`}
      />
    </ul>
  )
}

type PointProps = { state: State; title: string; text?: string | false; children?: ReactNode }

const Point = ({ state, title, text, children }: PointProps) => (
  <li className="flex gap-2.5 px-4 py-3">
    {icons[state]}
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      {text && <p className="text-pretty text-muted">{text}</p>}
      {children}
    </div>
  </li>
)

const InvoiceLinks = ({ hidden, children }: { hidden: number; children: ReactNode }) => (
  <>
    <ul className="mt-1.5 grid grid-cols-1 gap-0.5">{children}</ul>
    {hidden > 0 && <p className="mt-1 text-[0.8125rem] text-muted">and {hidden.toLocaleString('en-US')} more</p>}
  </>
)

type InvoiceLinkProps = { id: number; number: string; customer: string; day?: string; amount?: string }

const InvoiceLink = ({ id, number, customer, day, amount }: InvoiceLinkProps) => (
  <li className="flex items-baseline justify-between gap-3">
    <Link
      href={`/invoices/${id}`}
      className="flex min-h-6 min-w-0 items-center gap-x-2 underline-offset-2 hover:text-accent hover:underline max-sm:flex-col max-sm:items-start max-sm:justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <span className="max-w-full truncate font-medium sm:max-w-56 sm:shrink-0" title={number}>
        {number}
      </span>
      <span className="max-w-full truncate text-muted" title={customer}>
        <bdi>{customer}</bdi>
      </span>
    </Link>
    {day && (
      <span className="shrink-0 text-muted tabular-nums">
        <span className="max-sm:hidden">{formatDay(day)} · </span>
        {amount && <HomeMoney amount={amount} />}
      </span>
    )}
  </li>
)

/** Optional here, as it takes seconds in large books. */
const HealthPoint = () => {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: checkIntegrity })
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 gap-2.5">
          <ShieldCheck className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
          <span>
            <span className="font-medium">Books health</span> <span className="text-muted">(optional)</span>
          </span>
        </p>
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => mutate()}>
          {data || error ? 'Check again' : 'Check books health'}
        </Button>
      </div>
      {error ? (
        <LoadError error={error} retry={() => mutate()} />
      ) : (
        data && (
          <div className="mt-3">
            <IntegrityVerdict health={data} />
          </div>
        )
      )}
    </li>
  )
}
