import { CircleCheck, Clock, Undo2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { Currency } from '#shared/currencies.ts'
import { parseAmount, toAmount, toDecimal } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { find, formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { PanelCard } from '#web/documents/public/panel-card.tsx'
import { ReceiptLink } from '#web/documents/public/receipt-link.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { CardTitle } from '#web/ui/card.tsx'
import { getReceived, type PaymentStatus } from './payment-status.ts'

// What the page shows only once something was paid. It is a chunk of its own, because most visits are to pay.

/** Each on its own line, so that the column adds up. */
export const listMoneySoFar = ({ invoice, payments }: PublicInvoiceWire) => {
  const { received, refunded, kept } = getReceived(payments)
  const asked = toAmount(parseAmount(invoice.total) - parseAmount(invoice.withheld))
  // Nothing was paid, and yet another amount is due than was asked for.
  const isCredited = invoice.amountCredited !== '0.00'
  const credited = isCredited ? [{ label: t('Credited'), amount: `-${invoice.amountCredited}` }] : []
  if (received === 0)
    return parseAmount(invoice.balanceDue) === asked ? [] : [...credited, { label: t('Balance due'), amount: invoice.balanceDue }]
  // A refunded invoice stays paid without a balance due, so the lines add up to what was kept.
  if (invoice.status === 'paid' && refunded > 0 && invoice.credit === '0.00')
    return [
      ...credited,
      { label: t('Amount paid'), amount: toDecimal(received) },
      { label: t('Refunded'), amount: `-${toDecimal(refunded)}` },
      { label: t('Paid after refunds'), amount: toDecimal(kept) },
    ]
  // Where less is due than what is not paid, the lines are no sum: they say what is.
  const isSum = kept + parseAmount(invoice.balanceDue) + parseAmount(invoice.amountCredited) >= asked
  const lines = [...credited, { label: t('Amount paid'), amount: isSum ? `-${toDecimal(received)}` : toDecimal(received) }]
  if (refunded > 0) lines.push({ label: t('Refunded'), amount: toDecimal(refunded) })
  if (invoice.credit !== '0.00') return [...lines, { label: t('Credit'), amount: invoice.credit }]
  return [...lines, { label: t('Balance due'), amount: invoice.balanceDue }]
}

type PaymentsListProps = { title: string; payments: PublicInvoiceWire['payments']; publicId: string; currency: Currency }

export const PaymentsList = ({ title, payments, publicId, currency }: PaymentsListProps) => (
  <PanelCard>
    <CardTitle>{title}</CardTitle>
    <ul className="mt-2 divide-y divide-line text-sm">
      {payments.map((payment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id here
        <li key={i} className="py-2.5">
          <p className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">{formatDay(payment.paymentDate)}</span>
            <span className="font-medium tabular-nums">{formatMoney(payment.amount, currency)}</span>
          </p>
          <p className="text-muted [overflow-wrap:anywhere]">{find(getMethodLabel(payment.paymentMethod))}</p>
          {payment.refunded !== '0.00' && (
            <p className="flex items-baseline justify-between gap-4 text-muted">
              <span>{payment.refunded === payment.amount ? t('Refunded in full') : t('Refunded in part')}</span>
              <span className="tabular-nums">-{formatMoney(payment.refunded, currency)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
    <ReceiptLink publicId={publicId} className="mt-3 w-full print:hidden" />
  </PanelCard>
)

type StatusMessageProps = { icon: ReactNode; title: string; isGood?: boolean; children: ReactNode }

const StatusMessage = ({ icon, title, isGood = false, children }: StatusMessageProps) => (
  <>
    <p className={`mt-2 flex items-center gap-2 font-medium text-sm [&_svg]:size-5 [&_svg]:shrink-0 ${isGood ? 'text-good' : ''}`}>
      {icon}
      {title}
    </p>
    {children && <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">{children}</p>}
  </>
)

export const PaymentMessages = ({
  page: { invoice, payments, businessProfile },
  status,
}: {
  page: PublicInvoiceWire
  status: PaymentStatus
}) => {
  const { received, refunded } = getReceived(payments)
  const business = <bdi>{businessProfile.businessName}</bdi>
  return (
    <>
      {status === 'refunded' && (
        <StatusMessage icon={<Undo2 aria-hidden />} title={t('Refunded in full')}>
          {rich('The {amount} you paid was refunded. Nothing is due now. If that changes, {business} will let you know.', {
            amount: formatMoney(received, invoice.currency),
            business,
          })}
        </StatusMessage>
      )}
      {status === 'refunded in part' && (
        <StatusMessage icon={<Undo2 aria-hidden />} title={t('Paid and partly refunded')}>
          {t('{refunded} of the {amount} you paid was refunded. Nothing is due.', {
            refunded: formatMoney(refunded, invoice.currency),
            amount: formatMoney(received, invoice.currency),
          })}
        </StatusMessage>
      )}
      {status === 'paid' && (
        <StatusMessage icon={<CircleCheck aria-hidden />} title={t('Paid in full. Thank you!')} isGood>
          {invoice.receiptEmailed && rich('A receipt has been emailed to {name}.', { name: <bdi>{invoice.customerName}</bdi> })}
        </StatusMessage>
      )}
      {status === 'in review' && (
        <StatusMessage icon={<Clock aria-hidden />} title={t('Payment under review')}>
          {rich("{business} received a payment for this invoice and is reviewing it. You don't need to pay again.", { business })}
        </StatusMessage>
      )}
      {invoice.credit !== '0.00' && (
        <p className="mt-3 rounded-md bg-note-soft px-3 py-2.5 text-note text-sm [overflow-wrap:anywhere]">
          <strong className="font-semibold tabular-nums">
            {t('Your credit: {amount}.', { amount: formatMoney(invoice.credit, invoice.currency) })}
          </strong>{' '}
          {rich('You paid more than the total. Ask {business} to refund it or apply it to another invoice.', { business })}
        </p>
      )}
      {invoice.isPaymentPending && (
        <p className="mt-3 flex gap-2 text-muted text-sm">
          <Clock className="mt-0.5 size-4 shrink-0" aria-hidden />
          {t('Another payment is being confirmed by the bank. If it succeeds, it becomes your credit.')}
        </p>
      )}
    </>
  )
}

/** The intervals of polling: some banks answer within a minute, others take days. */
const getIntervalMs = (count: number) => (count < 8 ? 15_000 : count < 60 ? 60_000 : 600_000)

/** At growing intervals, while the page is visible. `poll` must be a stable function. */
const usePolling = (poll: () => void) =>
  useEffect(() => {
    let count = 0
    let timer = 0
    const wait = () => {
      timer = window.setTimeout(() => {
        if (document.visibilityState === 'visible') {
          count++
          poll()
        }
        wait()
      }, getIntervalMs(count))
    }
    wait()
    return () => clearTimeout(timer)
  }, [poll])

/** A payment that waits for its bank: no way to pay twice. */
export const PendingPayment = ({ publicId, refetch }: { publicId: string; refetch: () => void }) => {
  // The server asks the provider; the page shows the answer.
  const { run, isPending } = useAction()
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  const check = useCallback(
    () => void run(() => call(publicPaymentEndpoints.markPaid, { params: { ref: publicId } }).finally(() => latest.current())),
    [run, publicId],
  )
  usePolling(check)
  return (
    <>
      <p role="status" className="mt-2 flex items-center gap-2 font-medium text-sm text-warn">
        <Clock className="size-5 shrink-0" aria-hidden />
        {t('Payment being confirmed')}
      </p>
      <p className="mt-1 text-muted text-sm">
        {t(
          "Your payment is waiting for the bank. This usually takes minutes, with some banks a few days. Please don't pay again: this page shows the receipt once it is confirmed, or lets you retry if it isn't.",
        )}
      </p>
      <Button variant="secondary" className="mt-4 w-full" pending={isPending} onClick={check}>
        {t('Check now')}
      </Button>
    </>
  )
}
