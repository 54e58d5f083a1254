import type Stripe from 'stripe'
import { type Html, html } from '#simulators/kit/pages/html.ts'
import { page } from '#simulators/kit/pages/layout.ts'
import type { Refusal } from '#simulators/stripe/payments/cards.ts'
import { dayOf, dollars, type PlanView } from './plan-view.ts'

export type Portal = {
  returnUrl: string | null
  plan: PlanView | null
  invoices: Stripe.Invoice[]
  /** What has just been done, or null. */
  done: string | null
  /** Why the card that was typed can't be kept, or null. */
  refusal: Refusal | null
}

const back = (url: string | null) => url !== null && html`<p class="cancel"><a href="${url}">← Return to where you came from</a></p>`

/** A form with one button, which does `action`. */
const act = (action: string, label: string, look: 'main' | 'quiet'): Html =>
  html`<form method="post"><button type="submit" name="action" value="${action}"${look === 'quiet' && html` class="quiet"`}>${label}</button></form>`

const summary = ({ plan, returnUrl }: Portal): Html =>
  html`<section class="summary" aria-label="Your plan"><div class="business"><span class="initial" aria-hidden="true">B</span>Billfold</div>
${
  plan
    ? html`<h1>${plan.name}</h1><p class="amount">${plan.price}</p><p class="per">per ${plan.per}</p><p class="state">${plan.status}</p>`
    : html`<h1>You have no plan.</h1>`
}${back(returnUrl)}</section>`

const invoiceLine = (invoice: Stripe.Invoice): Html =>
  html`<li><div>${dayOf(invoice.created)}<small>${invoice.number}, ${invoice.status === 'paid' ? 'paid' : 'not paid'}</small></div><span>${dollars(invoice.amount_due)}</span></li>`

const input = (name: string, label: string, placeholder: string, refusal: Refusal | null): Html => {
  const isBad = refusal?.field === name
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" inputmode="numeric" placeholder="${placeholder}" maxlength="40" autocomplete="off" aria-required="true"${
    isBad && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`
  }>${isBad && html`<p class="error" id="${name}-error">${refusal.message}</p>`}</div>`
}

const cardForm = (plan: PlanView, refusal: Refusal | null): Html =>
  html`<details class="bank"${(refusal !== null || plan.trouble !== null) && html` open`}><summary>${plan.card ?? 'No card is kept'}</summary>
<form method="post" novalidate autocomplete="off"><p>Enter another card for this plan. Only test cards work here, for example 4242 4242 4242 4242.</p>
${input('number', 'Card number', '4242 4242 4242 4242', refusal)}
<div class="row">${input('expiry', 'Expiry (MM / YY)', 'MM / YY', refusal)}${input('cvc', 'CVC', '123', refusal)}</div>
<button type="submit" name="action" value="card" class="quiet">Use this card</button></form></details>`

const plan = (view: PlanView, { refusal, done }: Portal): Html =>
  html`${done !== null && html`<p class="done" role="status">${done}</p>`}${
    (refusal ?? view.trouble) !== null && html`<div class="alert" role="alert">${refusal?.message ?? view.trouble}</div>`
  }
<h2>Plan</h2>
${view.other && act('ask-change', `Change to ${view.other.name}: ${view.other.price} per ${view.other.per}`, 'quiet')}
${view.subscription.cancel_at === null ? act('ask-cancel', 'Cancel plan', 'quiet') : act('resume', "Don't cancel plan", 'main')}
<h2 class="next">Card</h2>${cardForm(view, refusal)}`

/** The first page of the portal: the plan and what can be done with it. */
export const portalPage = (portal: Portal): string =>
  page(
    'Your plan – Sandbox portal',
    html`<div class="sheet portal">${summary(portal)}<section class="form">${
      portal.plan ? plan(portal.plan, portal) : html`<p>There is nothing to look after here. Choose a plan in the app.</p>`
    }${portal.invoices.length > 0 && html`<h2 class="next">Invoices</h2><ul class="lines">${portal.invoices.map(invoiceLine)}</ul>`}</section></div>`,
  )

/** Asks before a plan is cancelled or changed. */
export const questionPage = (view: PlanView, about: 'cancel' | 'change'): string => {
  const { other } = view
  const ends = dayOf(view.subscription.items.data[0]?.current_period_end ?? 0)
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
          `You can use it until ${ends}, and nothing is charged any more. Until then you can take this back.`,
          'cancel',
          'Cancel plan',
        ]
  return page(
    `${title} – Sandbox portal`,
    html`<section class="notice"><h1>${title}</h1><p>${text}</p><form method="post" class="answers">${
      action === 'change' && html`<input type="hidden" name="price" value="${other?.id}">`
    }<button type="submit" name="action" value="${action}">${label}</button><button type="submit" name="action" value="back" class="quiet">Go back</button></form></section>`,
  )
}
