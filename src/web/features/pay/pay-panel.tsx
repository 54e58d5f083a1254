import { useState } from 'react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { PanelCard } from '#web/public/panel.tsx'
import { CardTitle } from '#web/ui/card.tsx'
import { CardPayment } from './card-payment.tsx'
import { PaymentsList } from './payments-list.tsx'
import { getPaymentStatus } from './standing.ts'
import { PaymentStatusCard } from './standing-card.tsx'
import { useWallet } from './use-wallet.ts'
import { WalletPayment } from './wallet-payment.tsx'

/** Why the payment link leads back here, by the word that it brings; 'pending' is what this page says anyway. */
const reasons: Record<string, string> = {
  unavailable: 'The payment page could not be opened at the moment. Please try again in a minute.',
  review: 'A payment for this invoice came in and is being looked at. There is no need to pay again.',
  minimum: 'The amount is too small for a card payment. Please ask the business how to pay it.',
  maximum: 'The amount is too large for a card payment. Please ask the business how to pay it.',
}

type Props = { page: PublicInvoiceWire /** Asks the server how the invoice stands now. */; look: () => Promise<unknown> }

/** What is due and how to pay it; the receipt once it is paid. */
export const PayPanel = ({ page, look }: Props) => {
  const { invoice, paymentConfig, payments, businessProfile } = page
  // The payment link leads back here when its page can't be opened.
  const params = new URLSearchParams(location.search)
  const canPay = paymentConfig.hasStripe || paymentConfig.hasPayPal
  // Where nothing can be paid at all, trying again would not help.
  const brought = canPay ? reasons[params.get('payment') ?? ''] : undefined
  const [notice, setNotice] = useState(brought)
  /** The server refused: the invoice isn't what this page showed any more, so it looks again and says why. */
  const refuse = (why: string) => {
    setNotice(why)
    void look()
  }
  const wallet = useWallet({ ...invoice, refuse, look })
  const payment = { page, refuse }
  const stands = getPaymentStatus(page)
  // What is pending at this moment is the payment that this page is taking: its end is told in its place.
  const standing = stands === 'pending' && wallet.isTaking ? 'due' : stands
  return (
    <>
      <PaymentStatusCard
        page={page}
        standing={standing}
        look={() => void look()}
        notice={standing === 'due' || notice !== brought ? notice : undefined}
      />
      {standing === 'due' && canPay && (
        <div className="grid auto-cols-fr gap-5 sm:max-lg:grid-flow-col lg:gap-6">
          {paymentConfig.hasStripe && <CardPayment {...payment} />}
          {paymentConfig.hasPayPal && <WalletPayment {...payment} wallet={wallet} />}
        </div>
      )}
      {standing === 'due' && !canPay && (
        <PanelCard className="print:hidden">
          <CardTitle>Payment Not Available</CardTitle>
          <p className="mt-1 text-muted text-sm">
            <bdi>{businessProfile.businessName}</bdi> doesn't take payments online at the moment. Please contact them about how to pay.
          </p>
        </PanelCard>
      )}
      {payments.length > 0 && (
        <PaymentsList title={invoice.status === 'paid' ? 'Receipt' : 'Payments so far'} payments={payments} publicId={invoice.id} />
      )}
    </>
  )
}
