import type { Outcome } from './bulk.ts'

/** Invoice by invoice, with the reason; nothing when there are none. */
export const BulkSummary = ({ heading, outcomes }: { heading: string; outcomes: readonly Outcome[] }) =>
  outcomes.length === 0 ? null : (
    <section aria-label={heading}>
      <h3 className="mb-1.5 font-medium text-sm">
        {heading} <span className="font-normal text-muted tabular-nums">{outcomes.length}</span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {outcomes.map(({ invoice, why }) => (
          <li key={invoice.id} className="px-3 py-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{invoice.invoiceNumber}</span> · <bdi>{invoice.customer.name}</bdi>
            <span className="block text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
