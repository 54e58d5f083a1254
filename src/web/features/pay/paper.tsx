import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { showDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { PaperDetails } from '#web/public/paper-details.tsx'
import { PaperHead } from '#web/public/paper-head.tsx'
import { PaperSums } from '#web/public/paper-sums.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { pdfUrl } from './calls.ts'

const tones: Record<InvoiceStatus, Tone> = { draft: 'neutral', sent: 'note', paid: 'good', overdue: 'danger' }

/** The invoice as its customer reads it. */
export const Paper = ({ page: { invoice, lineItems, businessProfile } }: { page: PublicInvoiceWire }) => (
  <>
    <PaperHead
      title={`Invoice ${invoice.invoiceNumber}`}
      state={{ words: invoice.status, tone: tones[invoice.status] }}
      facts={[
        { label: 'From', text: businessProfile.businessName },
        { label: 'Billed to', text: invoice.customerName },
        { label: 'Issue date', text: showDay(invoice.issueDate) },
        { label: 'Due date', text: showDay(invoice.dueDate), isPast: invoice.status === 'overdue' },
      ]}
    />
    <PaperDetails
      lineItems={lineItems}
      sums={<PaperSums paper={invoice} more={paidInPart(invoice)} />}
      words={[
        { title: 'Notes', text: invoice.notes },
        { title: 'Payment terms', text: invoice.terms },
      ]}
      pdf={{ words: 'Download PDF Invoice', url: pdfUrl(invoice.id) }}
    />
  </>
)

const paidInPart = ({ amountPaid, balanceDue }: PublicInvoiceWire['invoice']) =>
  amountPaid === '0.00'
    ? []
    : [
        { label: 'Amount paid', amount: `-${amountPaid}` },
        { label: 'Balance due', amount: balanceDue },
      ]
