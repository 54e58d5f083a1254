import { callApi } from './api.js'
import { askForConfirmation } from './bank-dialog.js'

const createAuthenticationError = (paymentIntent) => ({
  error: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_intent: paymentIntent,
  },
})

/** Asks the buyer for the bank's confirmation, if it is needed. */
const confirmIfNeeded = async (key, clientSecret, answer, appearance) => {
  if (answer.paymentIntent?.status !== 'requires_action') return answer
  const choice = await askForConfirmation(answer.paymentIntent, appearance)
  return choice === null
    ? createAuthenticationError(answer.paymentIntent)
    : await callApi(key, clientSecret, 'challenge', { answer: choice })
}

const pay = async (key, clientSecret, read, { returnUrl, billingDetails, appearance } = {}) => {
  const data = { type: 'card', card: read.card, billing_details: { ...read.billingDetails, ...billingDetails } }
  const { name, email } = data.billing_details
  data.billing_details = { name, email: email || undefined }
  const answer = await callApi(key, clientSecret, 'confirm', { return_url: returnUrl, payment_method_data: data })
  return await confirmIfNeeded(key, clientSecret, answer, appearance)
}

export const confirmPayment = async (
  { key, IntegrationError },
  { elements, clientSecret, confirmParams = {}, redirect = 'always' } = {},
) => {
  const element = elements?.getElement?.('payment')
  const read = element?.read()
  if (!read)
    throw new IntegrationError(
      'Invalid value for confirmPayment(): elements should have a mounted Payment Element. It may still be loading.',
    )
  const secret = clientSecret ?? elements.options().clientSecret
  if (!secret) throw new IntegrationError('confirmPayment() needs a client secret: pass it to elements() or to confirmPayment().')
  const { return_url: returnUrl, payment_method_data: data } = confirmParams
  if (redirect === 'always' && !returnUrl)
    throw new IntegrationError("confirmPayment() needs confirmParams.return_url, unless redirect is 'if_required'.")
  if (read.error) return { error: read.error }
  const { appearance } = elements.options()
  const answer = await pay(key, secret, read, { returnUrl, billingDetails: data?.billing_details, appearance })
  if (answer.error || redirect !== 'always') return answer
  const target = new URL(returnUrl)
  target.searchParams.set('payment_intent', answer.paymentIntent.id)
  target.searchParams.set('payment_intent_client_secret', secret)
  target.searchParams.set('redirect_status', answer.paymentIntent.status === 'succeeded' ? 'succeeded' : 'pending')
  window.location.assign(target.href)
  // The page is being left, so the caller's code must not continue.
  return new Promise(() => {})
}

export const confirmCardPayment = async ({ key, IntegrationError }, clientSecret, data = {}) => {
  const { card, billing_details: billingDetails } = data.payment_method ?? {}
  const read = card?.read?.()
  if (!read) throw new IntegrationError('confirmCardPayment() needs payment_method.card: a mounted element of this script.')
  return read.error ? { error: read.error } : await pay(key, clientSecret, read, { billingDetails })
}

export const retrievePaymentIntent = ({ key }, clientSecret) => callApi(key, clientSecret)

export const handleNextAction = async ({ key }, clientSecret) => await confirmIfNeeded(key, clientSecret, await callApi(key, clientSecret))
