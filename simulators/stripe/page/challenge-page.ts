import type Stripe from 'stripe'
import { html } from '#simulators/kit/pages/html.ts'
import { page } from '#simulators/kit/pages/layout.ts'
import { money } from '#simulators/stripe/checkout/page/checkout-page.ts'

/** What the buyer's bank asks before it lets a card pay (3-D Secure). `last4` are the card's last digits. */
export const challengePage = (session: Stripe.Checkout.Session, last4: string): string => {
  const total = money(session.amount_total ?? 0, session.currency ?? 'usd')
  const business = session.branding_settings?.display_name ?? ''
  return page(
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
