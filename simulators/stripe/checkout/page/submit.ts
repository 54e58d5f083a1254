import type Stripe from 'stripe'
import { noticePage } from '#simulators/kit/pages/notice-page.ts'
import { answerBank, payByBank, payByCard, type Step } from '#simulators/stripe/checkout/pay.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { behaviourOf, type Refusal } from '#simulators/stripe/payments/cards.ts'
import { readBank } from './bank-form.ts'
import { nothingTyped, readCard, type Typed, typedFrom } from './card-form.ts'
import type { View } from './checkout-page.ts'

/** Where the browser goes, a page of its own, or the session's page with what is wrong. */
export type Next = { location: string } | { page: string } | { view: Partial<View> }

/** Where a buyer goes who has paid. */
export const successUrl = (session: Stripe.Checkout.Session) => (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const refused = ({ message, field }: Refusal, typed: Typed): Next => ({
  view: {
    typed,
    errors: field ? { [field]: message } : {},
    declined: `${message} Nothing was charged. You can try another card.`,
  },
})

const nextOf = (session: Stripe.Checkout.Session, step: Step, typed: Typed): Next => {
  if (step.kind === 'complete') return { location: successUrl(session) }
  // A security code is never sent back to the browser.
  return step.kind === 'refused' ? refused(step.refusal, { ...typed, cvc: '' }) : { view: {} }
}

const abandoned = (session: Stripe.Checkout.Session): Next =>
  session.cancel_url !== null
    ? { location: session.cancel_url }
    : { page: noticePage({ title: 'Not paid', text: 'Nothing was charged. Open the link again to answer your bank.' }) }

/** Does what a form of an open session's page asks for: pay by card, answer the bank, or have a bank account debited. */
export const submitted = (world: World, account: Account, session: Stripe.Checkout.Session, form: URLSearchParams): Next => {
  const answer = form.get('challenge')
  if (answer === 'abandon') return abandoned(session)
  if (answer !== null) {
    const step = answerBank(world, account, session, answer === 'complete')
    return step ? nextOf(session, step, nothingTyped) : { view: {} }
  }
  const bank = readBank(form, session)
  if (bank) {
    if (bank.error !== undefined) return { view: { bank: { email: bank.email, error: bank.error } } }
    payByBank(world, account, session, bank.email, bank.later)
    return { location: successUrl(session) }
  }
  const typed = typedFrom(form)
  if (session.customer_email !== null) typed.email = session.customer_email
  const read = readCard(typed, new Date(world.now() * 1000))
  if (!read.ok) return { view: { typed: { ...typed, cvc: '' }, errors: read.errors } }
  return nextOf(session, payByCard(world, account, session, read.card, behaviourOf(read.number)), typed)
}
