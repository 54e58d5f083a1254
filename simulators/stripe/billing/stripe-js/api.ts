import type Stripe from 'stripe'
import { advanceSubscriptions } from '#simulators/stripe/billing/subscriptions/advance.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { FormObject, FormValue } from '#simulators/stripe/core/form.ts'
import { emailAddress, oneOf, optional, type Reader, shape, text, webUrl } from '#simulators/stripe/core/params.ts'
import { retrieve } from '#simulators/stripe/core/retrieve.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import type { Decline } from '#simulators/stripe/payments/cards.ts'
import { cardParams, validateCardInput } from './card-input.ts'
import { completeChallenge, confirmWithCard } from './confirm.ts'

type Intent = Stripe.PaymentIntent
type BrowserResponse = { status: number; body: object }

const credentials = { key: text(), client_secret: text() }
const optionalName: Reader<string> = (raw, param) => (raw === undefined || raw === '' ? '' : text(200)(raw, param))
const confirmParams = shape({
  ...credentials,
  return_url: optional(webUrl),
  payment_method_data: shape({
    type: oneOf('card'),
    card: cardParams,
    billing_details: optional(shape({ name: optionalName, email: optional(emailAddress) })),
  }),
})
const answerParams = shape({ ...credentials, answer: oneOf('complete', 'fail') })
const readParams = shape(credentials)

/** What a publishable key may read. */
const publicFields = [
  'id',
  'object',
  'amount',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'status',
] as const satisfies (keyof Intent)[]
const toPublicIntent = (intent: Intent) => Object.fromEntries(publicFields.map((name) => [name, intent[name]]))

const maskKey = (key: string) => `${key.slice(0, 8)}****${key.slice(-4)}`

/** @throws ApiError 401 and 404 */
const authorize = (context: Context, id: string, form: FormObject): { account: Account; intent: Intent } => {
  const getText = (name: string) => (typeof form[name] === 'string' ? (form[name] as string) : '')
  const account = Object.values(context.state.accounts).find(({ publishableKey }) => publishableKey === getText('key'))
  if (!account) throw new ApiError(401, `Invalid API Key provided: ${maskKey(getText('key'))}`)
  advanceSubscriptions(context, account)
  const intent = retrieve({ account, context }, 'payment_intent', id)
  if (intent.client_secret !== getText('client_secret'))
    throw new ApiError(401, 'The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  return { account, intent }
}

const toDeclineResponse = (intent: Intent, { code, declineCode, message }: Decline, type = 'card_error'): BrowserResponse => {
  const error = { type, code, message, ...(declineCode ? { decline_code: declineCode } : {}), payment_intent: toPublicIntent(intent) }
  return { status: type === 'card_error' ? 402 : 400, body: { error } }
}

const toResponse = (intent: Intent): BrowserResponse => ({ status: 200, body: toPublicIntent(intent) })

const confirm = (context: Context, account: Account, intent: Intent, form: FormObject): BrowserResponse => {
  const { payment_method_data: data } = confirmParams(form, '')
  if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
    const why = intent.status === 'succeeded' ? 'it has already succeeded after being previously confirmed' : `it is ${intent.status}`
    const message = `You cannot confirm this PaymentIntent because ${why}.`
    return toDeclineResponse(intent, { code: 'payment_intent_unexpected_state', message }, 'invalid_request_error')
  }
  const cardholder = { name: data.billing_details?.name ?? '', email: data.billing_details?.email ?? null }
  const input = validateCardInput(data.card, cardholder, new Date(context.now() * 1000))
  if ('decline' in input) return toDeclineResponse(intent, input.decline)
  const decline = confirmWithCard(context, account, intent, input.card, input.number)
  return decline ? toDeclineResponse(intent, decline) : toResponse(intent)
}

const challenge = (context: Context, account: Account, intent: Intent, form: FormObject): BrowserResponse => {
  const decline = completeChallenge(context, account, intent, answerParams(form, '').answer === 'complete')
  if (decline === undefined) throw new ApiError(400, 'The bank asked for no confirmation of this payment.')
  return decline ? toDeclineResponse(intent, decline, 'invalid_request_error') : toResponse(intent)
}

/** Null for an unknown call. @throws ApiError */
export const answerBrowserCall = (
  context: Context,
  method: string,
  path: string,
  form: Record<string, FormValue>,
): BrowserResponse | null => {
  const [, id = '', action = ''] = /^payment_intents\/(\w+)(?:\/(confirm|challenge))?$/.exec(path) ?? []
  if (id === '' || (method === 'POST') !== (action !== '')) return null
  const { account, intent } = authorize(context, id, form)
  if (action === 'confirm') return confirm(context, account, intent, form)
  if (action === 'challenge') return challenge(context, account, intent, form)
  readParams(form, '')
  return toResponse(intent)
}
