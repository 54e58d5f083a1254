import type Stripe from 'stripe'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import type { BankAnswer } from '#simulators/stripe/checkout/pay.ts'
import { emailError } from './card-form.ts'

const answers: [BankAnswer, string][] = [
  ['succeeded', 'Confirms it after a minute'],
  ['failed', 'Turns it down after a minute'],
  ['waits', 'Says nothing'],
]

/** What the bank form says: the e-mail address for the receipt and the bank's later answer. Null for a form that is none of it. */
export const readBank = (form: URLSearchParams, session: Stripe.Checkout.Session) => {
  const asked = form.get('bank')
  if (asked === null || !session.payment_method_types.includes('us_bank_account')) return null
  const email = session.customer_email ?? (form.get('email') ?? '').trim().slice(0, 200)
  return { email, later: answers.find(([value]) => value === asked)?.[0] ?? 'succeeded', error: emailError(email) }
}

/** The other way to pay: a debit from a bank account, which is confirmed later. Closed until somebody opens it. */
export const bankForm = (session: Stripe.Checkout.Session, total: string, wrong: { email: string; error: string } | null): Html => {
  const email = session.customer_email === null
  return html`<details class="bank"${wrong !== null && html` open`}><summary>Bank debit (confirmed later)</summary>
<form method="post" novalidate autocomplete="off">
<p>The payment is made now and on its way for a while: the business hears later whether the money came.</p>
${
  email &&
  html`<div class="field"><label for="bank-email">Send the receipt to</label><input id="bank-email" name="email" type="email" inputmode="email" placeholder="name@example.com" value="${wrong?.email}" maxlength="200" autocomplete="off" aria-required="true"${
    wrong !== null && html` aria-invalid="true" aria-describedby="bank-email-error" autofocus`
  }>${wrong !== null && html`<p class="error" id="bank-email-error">${wrong.error}</p>`}</div>`
}
<div class="field"><label for="bank">What the bank does</label><select id="bank" name="bank">${answers.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></div>
<button type="submit" class="quiet">Debit ${total}</button>
</form></details>`
}
