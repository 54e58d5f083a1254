import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { DocumentDetails, DocumentHeader, listMoreFacts } from '#web/documents/public/document-details.tsx'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { describeStatus, getPaymentStatus } from './payment-status.ts'
import { type AfterPayment, panelId } from './payment-status-card.tsx'

const tones: Record<InvoiceStatus, Tone> = { draft: 'neutral', sent: 'note', paid: 'good', overdue: 'danger' }

type Props = {
  page: PublicInvoiceWire
  afterPayment: AfterPayment | undefined
  instalments: typeof import('./instalments.tsx') | undefined
  earlyDiscount: typeof import('./early-discount.tsx') | undefined
}

export const InvoiceDocument = ({ page, afterPayment, instalments, earlyDiscount }: Props) => {
  const { invoice, lineItems, paymentConfig } = page
  const status = getPaymentStatus(page)
  const canPay = (paymentConfig.hasStripe || paymentConfig.hasPayPal) && status === 'due'
  return (
    <>
      <DocumentHeader
        title={`${t('Invoice')} ${invoice.invoiceNumber}`}
        state={{
          label: invoice.status,
          tone: tones[invoice.status],
          note: describeStatus(status, invoice.dueDate, new Date().getFullYear()),
        }}
        facts={[
          { label: 'Billed to', text: invoice.customerName },
          { label: 'Issue date', text: formatDay(invoice.issueDate) },
          { label: 'Due date', text: formatDay(invoice.dueDate), isPast: invoice.status === 'overdue' },
          ...listMoreFacts(invoice),
        ]}
      />
      <DocumentDetails
        doc={{ ...invoice, lineItems }}
        more={afterPayment?.listMoneySoFar(page) ?? []}
        belowTotals={
          <>
            {earlyDiscount && <earlyDiscount.EarlyDiscount page={page} canPay={canPay} />}
            {instalments && <instalments.ScheduleList page={page} />}
          </>
        }
        texts={[
          { title: 'Notes', text: invoice.notes },
          { title: 'Payment terms', text: invoice.terms },
        ]}
        pdf={{ label: 'Download PDF Invoice', url: getEndpointUrl(publicInvoiceEndpoints.pdf, { params: { publicId: invoice.id } }) }}
        actions={
          canPay && (
            <ButtonLink className="max-sm:w-full lg:hidden" href={`#${panelId}`}>
              {t('Pay {amount}', { amount: formatMoney(instalments ? page.dueNow : invoice.balanceDue, invoice.currency) })}
            </ButtonLink>
          )
        }
      />
    </>
  )
}
