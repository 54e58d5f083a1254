import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { formatMoney, toDecimal } from '#shared/money.ts'
import { DocumentDetails } from '#web/documents/public/document-details.tsx'
import { DocumentHeader } from '#web/documents/public/document-header.tsx'
import { DocumentTotals } from '#web/documents/public/document-totals.tsx'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { getPaymentStatus, getReceived } from './payment-status.ts'
import { panelId } from './payment-status-card.tsx'

const tones: Record<InvoiceStatus, Tone> = { draft: 'neutral', sent: 'note', paid: 'good', overdue: 'danger' }

/** The invoice as its customer reads it. */
export const InvoiceDocument = ({ page }: { page: PublicInvoiceWire }) => {
  const { invoice, lineItems, paymentConfig } = page
  const canPay = (paymentConfig.hasStripe || paymentConfig.hasPayPal) && getPaymentStatus(page) === 'due'
  return (
    <>
      <DocumentHeader
        title={`Invoice ${invoice.invoiceNumber}`}
        state={{ label: invoice.status, tone: tones[invoice.status] }}
        facts={[
          { label: 'Billed to', text: invoice.customerName },
          { label: 'Issue date', text: formatDay(invoice.issueDate) },
          { label: 'Due date', text: formatDay(invoice.dueDate), isPast: invoice.status === 'overdue' },
        ]}
      />
      <DocumentDetails
        currency={invoice.currency}
        lineItems={lineItems}
        totals={<DocumentTotals doc={{ ...invoice, lineItems }} more={moneySoFar(page)} />}
        texts={[
          { title: 'Notes', text: invoice.notes },
          { title: 'Payment terms', text: invoice.terms },
        ]}
        pdf={{ texts: 'Download PDF Invoice', url: getEndpointUrl(publicInvoiceEndpoints.pdf, { params: { publicId: invoice.id } }) }}
        actions={
          canPay && (
            <ButtonLink className="max-sm:w-full lg:hidden" href={`#${panelId}`}>
              Pay {formatMoney(invoice.balanceDue, invoice.currency)}
            </ButtonLink>
          )
        }
      />
    </>
  )
}

/** Amount paid, refunds and the rest, each on its own line, so that the column adds up. */
const moneySoFar = ({ invoice, payments }: PublicInvoiceWire) => {
  const { received, refunded, kept } = getReceived(payments)
  if (received === 0) return []
  // A refunded invoice stays paid without a balance due, so the lines add up to what was kept.
  if (invoice.status === 'paid' && refunded > 0 && invoice.credit === '0.00')
    return [
      { label: 'Amount paid', amount: toDecimal(received) },
      { label: 'Refunded', amount: `-${toDecimal(refunded)}` },
      { label: 'Paid after refunds', amount: toDecimal(kept) },
    ]
  const lines = [{ label: 'Amount paid', amount: `-${toDecimal(received)}` }]
  if (refunded > 0) lines.push({ label: 'Refunded', amount: toDecimal(refunded) })
  if (invoice.credit !== '0.00') return [...lines, { label: 'Credit', amount: invoice.credit }]
  return [...lines, { label: 'Balance due', amount: invoice.balanceDue }]
}
