import type Stripe from 'stripe'
import { answerCheckoutChallenge, type PaymentStep, payByBankDebit, payByCard } from '#simulators/stripe/checkout/pay.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { renderNotice } from '#simulators/stripe/core/pages.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { type Decline, getCardBehavior } from '#simulators/stripe/payments/cards.ts'
import { parseBankForm } from './bank-form.ts'
import { type CardInput, emptyCardInput, parseCardForm, validateCard } from './card-form.ts'
import type { CheckoutView } from './checkout-page.ts'
import { getSuccessUrl } from './status-pages.ts'

type SubmitResult = { location: string } | { page: string } | { view: Partial<CheckoutView> }

const showDecline = ({ message, field }: Decline, input: CardInput): SubmitResult => ({
  view: { input, errors: field ? { [field]: message } : {}, declined: `${message} Nothing was charged. You can try another card.` },
})

const showStep = (session: Stripe.Checkout.Session, step: PaymentStep, input: CardInput): SubmitResult => {
  if (step.kind === 'complete') return { location: getSuccessUrl(session) }
  // The security code is never sent back to the browser.
  return step.kind === 'declined' ? showDecline(step.decline, { ...input, cvc: '' }) : { view: {} }
}

const leave = (session: Stripe.Checkout.Session): SubmitResult =>
  session.cancel_url !== null
    ? { location: session.cancel_url }
    : { page: renderNotice({ title: 'Not paid', text: 'Nothing was charged. Open the link again to answer your bank.' }) }

export const submitForm = (context: Context, account: Account, session: Stripe.Checkout.Session, form: URLSearchParams): SubmitResult => {
  const answer = form.get('challenge')
  if (answer === 'abandon') return leave(session)
  if (answer !== null) {
    const step = answerCheckoutChallenge(context, account, session, answer === 'complete')
    return step ? showStep(session, step, emptyCardInput) : { view: {} }
  }
  const bank = parseBankForm(form, session)
  if (bank) {
    if (bank.error !== undefined) return { view: { bank: { email: bank.email, error: bank.error } } }
    payByBankDebit(context, account, session, bank.email, bank.outcome)
    return { location: getSuccessUrl(session) }
  }
  const input = parseCardForm(form)
  if (session.customer_email !== null) input.email = session.customer_email
  const validation = validateCard(input, new Date(context.now() * 1000))
  if (!validation.ok) return { view: { input: { ...input, cvc: '' }, errors: validation.errors } }
  return showStep(session, payByCard(context, account, session, validation.card, getCardBehavior(validation.number)), input)
}
