import { useState } from 'react'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatMoney, t } from '#web/documents/public/language.ts'
import { Button } from '#web/ui/button.tsx'
import { MethodCard } from './method-card.tsx'
import { getPaymentStatus } from './payment-status.ts'
import { type AfterPayment, PaymentStatusCard } from './payment-status-card.tsx'
import { usePaymentLink } from './use-payment-link.ts'
import { useWallet } from './use-wallet.ts'
import { WalletPayment } from './wallet-payment.tsx'

/** Loaded when the invoice needs it. */
type SavedCard = typeof import('./saved-card.tsx')

type CardPaymentProps = {
  page: PublicInvoiceWire
  /** What is paid of the balance due; null for all of it. */
  part: string | null
  savedCard: SavedCard | undefined
  onRefused: (message: string) => void
}

const CardPayment = ({ page, part, savedCard, onRefused }: CardPaymentProps) => {
  const pay = usePaymentLink({ ...page.invoice, part }, onRefused)
  const [choice, setChoice] = useState({ isSaved: false, limit: '' })
  const asking = page.cards.offersToSave ? savedCard : undefined
  const open = () => {
    if (!asking || !choice.isSaved) return pay.open()
    const request = asking.saveAndPay(choice, page, part)
    if (request) pay.openAnswer(request)
  }
  return (
    <MethodCard title={t('Pay with Credit Card')} text={t('Opens a secure page in a new tab.')} problem={pay.problem}>
      {asking && <asking.SaveCard page={page} choice={choice} choose={setChoice} />}
      <Button className="h-12 w-full text-base" pending={pay.isPending} onClick={open}>
        {t('Pay {amount}', { amount: formatMoney(part ?? page.invoice.balanceDue, page.invoice.currency) })}
      </Button>
    </MethodCard>
  )
}

type Props = {
  page: PublicInvoiceWire
  afterPayment: AfterPayment | undefined
  savedCard: SavedCard | undefined
  reminders: typeof import('./reminder-reply.tsx') | undefined
  instalments: typeof import('./instalments.tsx') | undefined
  noPayment: typeof import('./no-payment.tsx') | undefined
  transfer: typeof import('./transfer.tsx') | undefined
  refetch: () => Promise<unknown>
}

export const PayPanel = ({ page, afterPayment, savedCard, reminders, instalments, noPayment, transfer, refetch }: Props) => {
  const { invoice, paymentConfig, payments } = page
  const isOnline = paymentConfig.hasStripe || paymentConfig.hasPayPal
  const byTransfer = transfer && page.transfer && <transfer.TransferMethod transfer={page.transfer} />
  const canPay = isOnline || Boolean(byTransfer)
  // Where no payment is possible, a retry would not help.
  const initialNotice = canPay ? noPayment?.readReason() : undefined
  const [notice, setNotice] = useState(initialNotice)
  /** The server refused because the invoice has changed, so it is refetched and the reason shown. */
  const onRefused = (message: string) => {
    setNotice(message)
    void refetch()
  }
  const [paysAll, setPaysAll] = useState(false)
  const dueNow = instalments?.getDueNow(page) ?? null
  const part = paysAll ? null : dueNow
  const wallet = useWallet({ ...invoice, part, onRefused, refetch })
  const payment = { page, part, onRefused }
  const current = getPaymentStatus(page)
  // The pending payment is the one that this page is making: its result is shown in place.
  const status = current === 'pending' && wallet.isCapturing ? 'due' : current
  // What happens by itself comes before what the customer can do. It stays in its place when the card is removed.
  const [isCharged] = useState(page.cards.charge?.status === 'announced' || page.cards.charge?.status === 'charging')
  const card = savedCard && <savedCard.CardOnFile page={page} refetch={refetch} />
  return (
    <>
      {reminders && <reminders.ReminderReply page={page} />}
      {isCharged && card}
      <PaymentStatusCard
        page={page}
        status={status}
        afterPayment={afterPayment}
        refetch={() => void refetch()}
        notice={status === 'due' || notice !== initialNotice ? notice : undefined}
      >
        {status === 'due' &&
          (canPay ? (
            <>
              {instalments && dueNow && <instalments.AmountChoice page={page} dueNow={dueNow} paysAll={paysAll} choose={setPaysAll} />}
              <h2 className={paymentConfig.hasStripe && paymentConfig.hasPayPal ? 'font-semibold' : 'sr-only'}>
                {t('How would you like to pay?')}
              </h2>
              <div className="mt-4 grid auto-cols-fr gap-5 sm:max-lg:grid-flow-col sm:max-lg:gap-6">
                {paymentConfig.hasStripe && <CardPayment {...payment} savedCard={savedCard} />}
                {paymentConfig.hasPayPal && <WalletPayment {...payment} wallet={wallet} />}
                {!isOnline && byTransfer}
              </div>
              {isOnline && byTransfer && <div className="mt-5 border-line border-t pt-5">{byTransfer}</div>}
            </>
          ) : (
            noPayment && <noPayment.NotPayable {...page} />
          ))}
      </PaymentStatusCard>
      {payments.length > 0 && afterPayment && (
        <afterPayment.PaymentsList
          title={invoice.status === 'paid' ? t('Receipt') : t('Payments so far')}
          payments={payments}
          publicId={invoice.id}
          currency={invoice.currency}
        />
      )}
      {!isCharged && card}
    </>
  )
}
