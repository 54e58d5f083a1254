import type Stripe from 'stripe'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import { formatMoney } from '#simulators/stripe/core/currencies.ts'
import { renderPage } from '#simulators/stripe/core/pages.ts'
import type { CheckoutDetails } from '#simulators/stripe/core/state.ts'
import { formatCardNumber, savedTestCards, testCards } from '#simulators/stripe/payments/cards.ts'
import { renderBankForm } from './bank-form.ts'
import type { CardInput, Field, FieldErrors } from './card-form.ts'

export type CheckoutView = {
  session: Stripe.Checkout.Session
  details: CheckoutDetails
  input: CardInput
  errors: FieldErrors
  declined: string | null
  bank: { email: string; error: string } | null
}

const warning = html`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 7.5v5M12 16.5h.01"/></svg>`

const arrow = html`<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M19 12H5m6-6l-6 6 6 6"/></svg>`

const renderLine = (line: CheckoutDetails['lines'][number], currency: string): Html =>
  html`<li><div><b>${line.name}</b>${
    line.description !== '' && html`<small>${line.description}</small>`
  }${line.quantity > 1 && html`<small>${line.quantity} × ${formatMoney(line.unitAmount, currency)}</small>`}</div><span>${formatMoney(line.unitAmount * line.quantity, currency)}</span></li>`

const renderSummary = ({ session, details }: CheckoutView): Html => {
  const currency = session.currency ?? 'usd'
  const business = session.branding_settings?.display_name ?? ''
  const total = formatMoney(session.amount_total ?? 0, currency)
  return html`<section class="summary" aria-label="What you pay for">
${business !== '' && html`<div class="business"><span class="initial" aria-hidden="true">${Array.from(business)[0]?.toUpperCase() ?? ''}</span>${business}</div>`}
<h1>Amount due</h1>
<p class="amount">${total}</p>
<ul class="lines">${details.lines.map((line) => renderLine(line, currency))}</ul>
${details.lines.length > 1 && html`<p class="total"><span>Total due</span><span>${total}</span></p>`}
${session.cancel_url !== null && html`<p class="cancel"><a href="${session.cancel_url}">${arrow}Cancel and go back</a></p>`}
</section>`
}

type FieldSpec = { name: Field; label: string; placeholder: string; inputmode: string; type?: string; maxlength: number }

const renderInput = ({ input, errors }: CheckoutView, firstInvalid: Field | undefined, spec: FieldSpec): Html => {
  const error = errors[spec.name]
  return html`<div class="field"><label for="${spec.name}">${spec.label}</label>
<input id="${spec.name}" name="${spec.name}" type="${spec.type ?? 'text'}" inputmode="${spec.inputmode}" placeholder="${spec.placeholder}" value="${input[spec.name]}" maxlength="${spec.maxlength}" autocomplete="off" spellcheck="false" autocapitalize="${spec.name === 'name' ? 'words' : 'none'}" aria-required="true"${
    error !== undefined && html` aria-invalid="true" aria-describedby="${spec.name}-error"`
  }${firstInvalid === spec.name && html` autofocus`}>${error !== undefined && html`<p class="error" id="${spec.name}-error">${error}</p>`}</div>`
}

const renderAlert = (view: CheckoutView): Html | null => {
  const problems = Object.keys(view.errors).length
  const text =
    view.declined ??
    (problems > 0 ? `The payment was not made: ${problems === 1 ? 'one field needs' : `${problems} fields need`} your attention.` : null)
  return text === null ? null : html`<div class="alert" role="alert">${warning}<span>${text}</span></div>`
}

const renderHint = (
  savesCard: boolean,
): Html => html`<div class="hint">${savesCard && html`<p>The card is saved for later payments.</p>`}<p>To pay, use <strong>4242 4242 4242 4242</strong>, any later month and any CVC.</p>
<details><summary>All test cards</summary><dl>${[...testCards, ...(savesCard ? savedTestCards : [])].map(({ number, meaning }) => html`<div><dt>${formatCardNumber(number)}</dt><dd>${meaning}</dd></div>`)}</dl></details></div>`

export const renderCheckoutPage = (view: CheckoutView): string => {
  const { session, errors } = view
  const total = formatMoney(session.amount_total ?? 0, session.currency ?? 'usd')
  const order: Field[] = ['email', 'number', 'expiry', 'cvc', 'name']
  const firstInvalid = order.find((name) => errors[name] !== undefined)
  const renderField = (spec: FieldSpec) => renderInput(view, firstInvalid, spec)
  const email =
    session.customer_email !== null
      ? html`<dl class="known"><dt>Email</dt><dd>${session.customer_email}</dd></dl>`
      : renderField({ name: 'email', label: 'Email', placeholder: 'name@example.com', inputmode: 'email', type: 'email', maxlength: 200 })
  const title = `${view.declined !== null || Object.keys(errors).length > 0 ? 'Payment not made – ' : ''}Pay ${total} – Sandbox checkout`
  return renderPage(
    title,
    html`<div class="sheet">${renderSummary(view)}
<section class="form"><h2>Pay by card</h2>${renderAlert(view)}
<form method="post" novalidate autocomplete="off">${email}
${renderField({ name: 'number', label: 'Card number', placeholder: '4242 4242 4242 4242', inputmode: 'numeric', maxlength: 40 })}
<div class="row">${renderField({ name: 'expiry', label: 'Expiry (MM / YY)', placeholder: 'MM / YY', inputmode: 'numeric', maxlength: 9 })}${renderField({ name: 'cvc', label: 'CVC', placeholder: '123', inputmode: 'numeric', maxlength: 4 })}</div>
${renderField({ name: 'name', label: 'Name on card', placeholder: 'Full name', inputmode: 'text', maxlength: 100 })}
<button type="submit">Pay ${total}</button>
</form>${session.payment_method_types.includes('us_bank_account') && renderBankForm(session, total, view.bank)}${renderHint(view.details.paymentIntent.setup_future_usage === 'off_session')}</section></div>`,
  )
}
