import type Stripe from 'stripe'
import { formatDollars } from '#simulators/kit/money.ts'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import { renderPage } from '#simulators/stripe/core/pages.ts'
import type { Decline } from '#simulators/stripe/payments/cards.ts'
import { formatDay, type PlanView } from './plan-view.ts'

export type PortalView = {
  returnUrl: string | null
  plan: PlanView | null
  invoices: Stripe.Invoice[]
  done: string | null
  decline: Decline | null
}

const renderBackLink = (url: string | null) =>
  url !== null && html`<p class="cancel"><a href="${url}">← Return to where you came from</a></p>`

const renderAction = (action: string, label: string, look: 'main' | 'quiet'): Html =>
  html`<form method="post"><button type="submit" name="action" value="${action}"${look === 'quiet' && html` class="quiet"`}>${label}</button></form>`

const renderSummary = ({ plan, returnUrl }: PortalView): Html =>
  html`<section class="summary" aria-label="Your plan"><div class="business"><span class="initial" aria-hidden="true">B</span>Billfold</div>
${
  plan
    ? html`<h1>${plan.name}</h1><p class="amount">${plan.price}</p><p class="per">per ${plan.per}</p><p class="state">${plan.status}</p>`
    : html`<h1>You have no plan.</h1>`
}${renderBackLink(returnUrl)}</section>`

const renderInvoice = (invoice: Stripe.Invoice): Html =>
  html`<li><div>${formatDay(invoice.created)}<small>${invoice.number}, ${invoice.status === 'paid' ? 'paid' : 'not paid'}</small></div><span>${formatDollars(invoice.amount_due)}</span></li>`

const renderInput = (name: string, label: string, placeholder: string, decline: Decline | null): Html => {
  const isInvalid = decline?.field === name
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" inputmode="numeric" placeholder="${placeholder}" maxlength="40" autocomplete="off" aria-required="true"${
    isInvalid && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`
  }>${isInvalid && html`<p class="error" id="${name}-error">${decline.message}</p>`}</div>`
}

const renderCardForm = (plan: PlanView, decline: Decline | null): Html =>
  html`<details class="bank"${(decline !== null || plan.problem !== null) && html` open`}><summary>${plan.card ?? 'No card saved'}</summary>
<form method="post" novalidate autocomplete="off"><p>Enter another card for this plan. Only test cards work here, for example 4242 4242 4242 4242.</p>
${renderInput('number', 'Card number', '4242 4242 4242 4242', decline)}
<div class="row">${renderInput('expiry', 'Expiry (MM / YY)', 'MM / YY', decline)}${renderInput('cvc', 'CVC', '123', decline)}</div>
<button type="submit" name="action" value="card" class="quiet">Use this card</button></form></details>`

const renderPlan = (view: PlanView, { decline, done }: PortalView): Html =>
  html`${done !== null && html`<p class="done" role="status">${done}</p>`}${
    (decline ?? view.problem) !== null && html`<div class="alert" role="alert">${decline?.message ?? view.problem}</div>`
  }
<h2>Plan</h2>
${view.other && renderAction('ask-change', `Change to ${view.other.name}: ${view.other.price} per ${view.other.per}`, 'quiet')}
${view.subscription.cancel_at === null ? renderAction('ask-cancel', 'Cancel plan', 'quiet') : renderAction('resume', "Don't cancel plan", 'main')}
<h2 class="next">Card</h2>${renderCardForm(view, decline)}`

export const renderPortalPage = (portal: PortalView): string =>
  renderPage(
    'Your plan – Sandbox portal',
    html`<div class="sheet portal">${renderSummary(portal)}<section class="form">${
      portal.plan ? renderPlan(portal.plan, portal) : html`<p>You have nothing to manage here. Choose a plan in the app.</p>`
    }${portal.invoices.length > 0 && html`<h2 class="next">Invoices</h2><ul class="lines">${portal.invoices.map(renderInvoice)}</ul>`}</section></div>`,
  )

export const renderConfirmationPage = (view: PlanView, about: 'cancel' | 'change'): string => {
  const { other } = view
  const ends = formatDay(view.subscription.items.data[0]?.current_period_end ?? 0)
  const [title, text, action, label] =
    about === 'change' && other
      ? [
          `Change to ${other.name}?`,
          `${other.name} costs ${other.price} per ${other.per}. ${other.cost}`,
          'change',
          `Change to ${other.name}`,
        ]
      : [
          'Cancel your plan?',
          `You can use it until ${ends}, and you will not be charged again. Until then you can undo this.`,
          'cancel',
          'Cancel plan',
        ]
  return renderPage(
    `${title} – Sandbox portal`,
    html`<section class="notice"><h1>${title}</h1><p>${text}</p><form method="post" class="answers">${
      action === 'change' && html`<input type="hidden" name="price" value="${other?.id}">`
    }<button type="submit" name="action" value="${action}">${label}</button><button type="submit" name="action" value="back" class="quiet">Go back</button></form></section>`,
  )
}
