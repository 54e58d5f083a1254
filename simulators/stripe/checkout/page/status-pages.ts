import type Stripe from 'stripe'
import { html } from '#simulators/kit/pages/html.ts'
import { findPaymentIntent } from '#simulators/stripe/checkout/lifecycle.ts'
import { formatMoney } from '#simulators/stripe/core/currencies.ts'
import { renderNotice, renderPage } from '#simulators/stripe/core/pages.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

const formatTotal = ({ amount_total, currency }: Stripe.Checkout.Session) => formatMoney(amount_total ?? 0, currency ?? 'usd')

export const getSuccessUrl = (session: Stripe.Checkout.Session) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** The bank asks the buyer to confirm (3-D Secure). */
export const renderChallengePage = (session: Stripe.Checkout.Session, last4: string): string => {
  const total = formatTotal(session)
  const business = session.branding_settings?.display_name ?? ''
  return renderPage(
    `Confirm ${total} – Sandbox bank`,
    html`<section class="notice"><h1>Confirm this payment</h1>
<p>The bank of the card ending in <b>${last4}</b> asks: do you want to pay <b>${total}</b>${business !== '' && html` to <b>${business}</b>`}? Nothing was charged so far.</p>
<form method="post" class="answers">
<button type="submit" name="challenge" value="complete">Complete authentication</button>
<button type="submit" name="challenge" value="fail" class="quiet">Fail authentication</button>
<button type="submit" name="challenge" value="abandon" class="quiet">Leave without an answer</button>
</form></section>`,
  )
}

export const renderClosedPage = (account: Account, session: Stripe.Checkout.Session): string => {
  const total = formatTotal(session)
  const link = { url: getSuccessUrl(session), label: 'See the payment' }
  if (session.status !== 'complete')
    return renderNotice({
      title: 'This checkout has expired',
      text: 'Nothing was charged. Open the link in your invoice again to start a new payment.',
      link: session.cancel_url === null ? null : { url: session.cancel_url, label: 'Go back' },
    })
  if (session.payment_status === 'paid') {
    const text = `${total} was paid with this link. Nothing more is due here, and nothing was charged again.`
    return renderNotice({ title: 'Already paid', text, good: true, link })
  }
  if (findPaymentIntent(account, session)?.status === 'processing') {
    const text = `The bank debit of ${total} is processing. It counts as paid once the bank has confirmed it.`
    return renderNotice({ title: 'The payment is processing', text, link })
  }
  const text = `The bank declined the debit of ${total}. Open the link in your invoice again to start a new payment.`
  return renderNotice({ title: 'The payment failed', text, link })
}
