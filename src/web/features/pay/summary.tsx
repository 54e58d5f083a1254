import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { showDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<InvoiceStatus, Tone> = { draft: 'neutral', sent: 'note', paid: 'good', overdue: 'danger' }

/** Number, state, from whom, for whom, and when. */
export const Summary = ({ page: { invoice, businessProfile } }: { page: PublicInvoiceWire }) => (
  <div className="border-line border-b px-4 py-5 sm:px-7 sm:py-6">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="min-w-0 font-semibold text-xl tracking-tight [overflow-wrap:anywhere] sm:text-2xl">Invoice {invoice.invoiceNumber}</h1>
      <Badge tone={tones[invoice.status]} className="tracking-wide print:border print:border-current">
        {invoice.status.toUpperCase()}
      </Badge>
    </div>
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]">
      <Fact label="From" text={businessProfile.businessName} />
      <Fact label="Billed to" text={invoice.customerName} />
      <Fact label="Issue date" text={showDay(invoice.issueDate)} />
      <Fact label="Due date" text={showDay(invoice.dueDate)} strong={invoice.status === 'overdue'} />
    </dl>
  </div>
)

const Fact = ({ label, text, strong = false }: { label: string; text: string; strong?: boolean }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className={strong ? 'font-medium text-danger' : 'font-medium [overflow-wrap:anywhere]'}>
      <bdi>{text}</bdi>
    </dd>
  </div>
)
