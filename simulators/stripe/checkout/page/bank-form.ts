import type Stripe from 'stripe'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import type { DebitOutcome } from '#simulators/stripe/checkout/pay.ts'
import { getEmailError } from './card-form.ts'

const outcomes: [DebitOutcome, string][] = [
  ['succeeded', 'Confirms it after a minute'],
  ['failed', 'Declines it after a minute'],
  ['waits', 'Does not answer'],
]

export const parseBankForm = (form: URLSearchParams, session: Stripe.Checkout.Session) => {
  const value = form.get('bank')
  if (value === null || !session.payment_method_types.includes('us_bank_account')) return null
  const email = session.customer_email ?? (form.get('email') ?? '').trim().slice(0, 200)
  return { email, outcome: outcomes.find(([outcome]) => outcome === value)?.[0] ?? 'succeeded', error: getEmailError(email) }
}

export const renderBankForm = (
  session: Stripe.Checkout.Session,
  total: string,
  rejected: { email: string; error: string } | null,
): Html => {
  const email = session.customer_email === null
  return html`<details class="bank"${rejected !== null && html` open`}><summary>Bank debit (confirmed later)</summary>
<form method="post" novalidate autocomplete="off">
<p>The payment starts now. The bank confirms or declines it later.</p>
${
  email &&
  html`<div class="field"><label for="bank-email">Send the receipt to</label><input id="bank-email" name="email" type="email" inputmode="email" placeholder="name@example.com" value="${rejected?.email}" maxlength="200" autocomplete="off" aria-required="true"${
    rejected !== null && html` aria-invalid="true" aria-describedby="bank-email-error" autofocus`
  }>${rejected !== null && html`<p class="error" id="bank-email-error">${rejected.error}</p>`}</div>`
}
<div class="field"><label for="bank">What the bank does</label><select id="bank" name="bank">${outcomes.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></div>
<button type="submit" class="quiet">Debit ${total}</button>
</form></details>`
}
