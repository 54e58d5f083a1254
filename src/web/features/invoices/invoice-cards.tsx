import type { InvoiceWire } from '#shared/api/invoices.ts'
import { showDay } from '#shared/dates.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Amount } from './amount.tsx'
import { InvoiceActions } from './invoice-actions.tsx'

/** The list on phones. */
export const InvoiceCards = ({ invoices }: { invoices: readonly InvoiceWire[] }) => (
  <ul aria-label="Invoices" className="divide-y divide-line">
    {invoices.map((invoice) => (
      <li key={invoice.id} className="grid gap-1 px-4 pt-3.5 pb-1.5">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
            <bdi>{invoice.customer.name}</bdi>
          </p>
          <div className="shrink-0 text-right">
            <Amount invoice={invoice} />
          </div>
        </div>
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere]">
          {invoice.invoiceNumber} · {showDay(invoice.issueDate)}
        </p>
        <div className="-mr-2.5 flex items-center justify-between gap-2">
          <StatusBadge status={invoice.status} />
          <InvoiceActions invoice={invoice} />
        </div>
      </li>
    ))}
  </ul>
)
