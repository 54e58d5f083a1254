import type Stripe from 'stripe'
import { noticePage } from '#simulators/kit/pages/notice-page.ts'
import { intentOf } from '#simulators/stripe/checkout/lifecycle.ts'
import { money } from '#simulators/stripe/checkout/page/checkout-page.ts'
import { successUrl } from '#simulators/stripe/checkout/page/submit.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

/** What a session's page says when nobody can pay there any more. */
export const closedPage = (account: Account, session: Stripe.Checkout.Session): string => {
  const total = money(session.amount_total ?? 0, session.currency ?? 'usd')
  const link = { url: successUrl(session), label: 'See the payment' }
  if (session.status !== 'complete')
    return noticePage({
      title: 'This checkout has expired',
      text: 'Nothing was charged. Open the link in your invoice again to start a new payment.',
      link: session.cancel_url === null ? null : { url: session.cancel_url, label: 'Go back' },
    })
  if (session.payment_status === 'paid') {
    const text = `${total} was paid with this link. Nothing more is due here, and nothing was charged again.`
    return noticePage({ title: 'Already paid', text, good: true, link })
  }
  if (intentOf(account, session)?.status === 'processing') {
    const text = `The bank debit of ${total} is under way. It counts as paid once the bank has confirmed it.`
    return noticePage({ title: 'The payment is on its way', text, link })
  }
  const text = `The bank turned the debit of ${total} down. Open the link in your invoice again to start a new payment.`
  return noticePage({ title: 'The payment did not come', text, link })
}
