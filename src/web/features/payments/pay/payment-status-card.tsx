import type { ReactNode } from 'react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { toDecimal } from '#shared/money.ts'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { PanelAmount, PanelCard, PanelReference } from '#web/documents/public/panel-card.tsx'
import { getReceived, type PaymentStatus } from './payment-status.ts'

/** Loaded when the invoice needs it. */
export type AfterPayment = typeof import('./after-payment.tsx')

type Props = {
  page: PublicInvoiceWire
  status: PaymentStatus
  afterPayment: AfterPayment | undefined
  refetch: () => void
  notice: string | undefined
  /** The ways to pay, or false. */
  children: ReactNode
}

/** The target of the link at the end of a long invoice. */
export const panelId = 'pay'

/** 'Due on Jan 31, 2027'; of an invoice with a payment schedule '$333.34 due on Jan 31, 2027'. */
const describeDue = ({ invoice, dueNow }: PublicInvoiceWire): string => {
  const date = formatDay(invoice.dueDate)
  const isOver = invoice.status === 'overdue'
  if (dueNow === undefined || dueNow === invoice.balanceDue) return t(isOver ? 'Was due on {date}' : 'Due on {date}', { date })
  return t(isOver ? '{amount} was due on {date}' : '{amount} due on {date}', { amount: formatMoney(dueNow, invoice.currency), date })
}

export const PaymentStatusCard = ({ page, status, afterPayment, refetch, notice, children }: Props) => {
  const { invoice, payments, paymentConfig } = page
  const { received, kept } = getReceived(payments)
  const isPaid = invoice.status === 'paid'
  const label: CustomerText = isPaid
    ? received === kept
      ? 'Amount paid'
      : 'Paid after refunds'
    : received > 0
      ? 'Balance due'
      : 'Amount due'
  return (
    <PanelCard id={panelId} tabIndex={-1} className="scroll-mt-4 outline-none print:hidden">
      <PanelAmount
        label={label}
        amount={isPaid ? toDecimal(kept) : invoice.balanceDue}
        currency={invoice.currency}
        isTest={paymentConfig.sandbox}
      />
      {/* Changes while the page is open are announced to screen readers. */}
      <div role="status">
        {notice && <p className="mt-3 rounded-md bg-note-soft px-3 py-2.5 text-note text-sm [overflow-wrap:anywhere]">{notice}</p>}
        {(isPaid || status === 'in review') && afterPayment && <afterPayment.PaymentMessages page={page} status={status} />}
      </div>
      {status === 'pending' && afterPayment && <afterPayment.PendingPayment publicId={invoice.id} refetch={refetch} />}
      {status === 'nothing due' && <p className="mt-1 text-muted text-sm">{t('There is nothing to pay.')}</p>}
      {status === 'due' && (
        <>
          <p className={invoice.status === 'overdue' ? 'mt-1 font-medium text-danger text-sm' : 'mt-1 font-medium text-sm'}>
            {describeDue(page)}
          </p>
          {kept > 0 && (
            <p className="mt-1 text-muted text-sm tabular-nums">
              {t('{amount} of {total} is paid.', {
                amount: formatMoney(kept, invoice.currency),
                total: formatMoney(invoice.total, invoice.currency),
              })}
            </p>
          )}
        </>
      )}
      <PanelReference text={`${t('Invoice')} ${invoice.invoiceNumber}`} />
      {children && <div className="mt-5 border-line border-t pt-5">{children}</div>}
    </PanelCard>
  )
}
