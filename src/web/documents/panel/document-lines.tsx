import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import type { TotalsWire } from '#shared/total-rows.ts'
import { DocumentTotals } from '#web/documents/public/document-totals.tsx'
import { describeAmount, isListed } from '#web/documents/public/line-text.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShortList } from './panel-section.tsx'

/** Estimates have the same fields. */
type Content = Omit<TotalsWire, 'lineItems'> & Pick<InvoiceWire, 'currency' | 'lineItems' | 'notes' | 'terms'>

type Props = {
  /** A row of the list, which has no lines, stands in while the document loads. */
  doc: Content | { total: string }
  more?: readonly { label: string; amount: string }[] | undefined
}

export const DocumentLines = ({ doc, more }: Props) => (
  <section aria-label="Line items" className="border-line border-y bg-canvas/60 px-4 py-3 sm:px-5">
    {'lineItems' in doc ? (
      <>
        <Lines lines={doc.lineItems.filter(isListed)} currency={doc.currency} />
        <DocumentTotals doc={doc} {...(more ? { more } : {})} />
        <Text title="Notes" text={doc.notes} />
        <Text title="Payment terms" text={doc.terms} />
      </>
    ) : (
      <div role="status" aria-label="Loading the lines..." className="grid gap-3 py-1">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="ml-auto h-20 w-full sm:max-w-80" />
      </div>
    )}
  </section>
)

const Lines = ({ lines, currency }: { lines: Content['lineItems']; currency: Currency }) => (
  <ShortList rows={lines} first={5} noun="lines">
    {(shown) => (
      <ul className="divide-y divide-line text-sm">
        {shown.map((line) => (
          <li key={line.id} className="flex items-start justify-between gap-4 py-2 first:pt-0">
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-2 whitespace-pre-line text-left [overflow-wrap:anywhere]" title={line.description}>
                {line.description}
              </p>
              <p className="text-[0.8125rem] text-muted tabular-nums">{describeAmount(line, currency)}</p>
            </div>
            <p className="shrink-0 tabular-nums">{formatMoney(line.total, currency)}</p>
          </li>
        ))}
      </ul>
    )}
  </ShortList>
)

const Text = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <div className="mt-3 text-[0.8125rem]">
      <h3 className="text-muted">{title}</h3>
      <p dir="auto" className="line-clamp-4 whitespace-pre-line [overflow-wrap:anywhere]" title={text}>
        {text}
      </p>
    </div>
  )
