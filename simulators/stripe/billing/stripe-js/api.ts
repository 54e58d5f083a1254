import type Stripe from 'stripe'
import { advanceSubscriptions } from '#simulators/stripe/billing/subscriptions/clock.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { Wire, WireTree } from '#simulators/stripe/core/form.ts'
import { existing } from '#simulators/stripe/core/lookup.ts'
import { emailAddress, oneOf, optional, type Reader, shape, text, webAddress } from '#simulators/stripe/core/params.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import type { Refusal } from '#simulators/stripe/payments/cards.ts'
import { cardParams, readTypedCard } from './card-input.ts'
import { answerBank, confirmByCard } from './confirm.ts'

type Intent = Stripe.PaymentIntent
type Answer = { status: number; body: object }

const credentials = { key: text(), client_secret: text() }
const blank: Reader<string> = (wire, param) => (wire === undefined || wire === '' ? '' : text(200)(wire, param))
const confirmParams = shape({
  ...credentials,
  return_url: optional(webAddress),
  payment_method_data: shape({
    type: oneOf('card'),
    card: cardParams,
    billing_details: optional(shape({ name: blank, email: optional(emailAddress) })),
  }),
})
const answerParams = shape({ ...credentials, answer: oneOf('complete', 'fail') })
const readParams = shape(credentials)

/** What a publishable key may see of a payment. */
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
const publicIntent = (intent: Intent) => Object.fromEntries(publicFields.map((name) => [name, intent[name]]))

const shownKey = (key: string) => `${key.slice(0, 8)}****${key.slice(-4)}`

/** The account and payment that a browser may touch: by the account's publishable key and the payment's own secret. Throws 401, 404. */
const authorized = (world: World, id: string, wire: WireTree): { account: Account; intent: Intent } => {
  const said = (name: string) => (typeof wire[name] === 'string' ? (wire[name] as string) : '')
  const account = Object.values(world.state.accounts).find(({ publishableKey }) => publishableKey === said('key'))
  if (!account) throw new ApiError(401, `Invalid API Key provided: ${shownKey(said('key'))}`)
  advanceSubscriptions(world, account)
  const intent = existing({ account, world }, 'payment_intent', id)
  if (intent.client_secret !== said('client_secret'))
    throw new ApiError(401, 'The client_secret provided does not match the client_secret associated with the PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  return { account, intent }
}

const refused = (intent: Intent, { code, declineCode, message }: Refusal, type = 'card_error'): Answer => {
  const error = { type, code, message, ...(declineCode ? { decline_code: declineCode } : {}), payment_intent: publicIntent(intent) }
  return { status: type === 'card_error' ? 402 : 400, body: { error } }
}

const answered = (intent: Intent): Answer => ({ status: 200, body: publicIntent(intent) })

const confirm = (world: World, account: Account, intent: Intent, wire: WireTree): Answer => {
  const { payment_method_data: data } = confirmParams(wire, '')
  if (!['requires_payment_method', 'requires_action'].includes(intent.status)) {
    const why = intent.status === 'succeeded' ? 'it has already succeeded after being previously confirmed' : `it is ${intent.status}`
    const message = `You cannot confirm this PaymentIntent because ${why}.`
    return refused(intent, { code: 'payment_intent_unexpected_state', message }, 'invalid_request_error')
  }
  const owner = { name: data.billing_details?.name ?? '', email: data.billing_details?.email ?? null }
  const typed = readTypedCard(data.card, owner, new Date(world.now() * 1000))
  if ('refusal' in typed) return refused(intent, typed.refusal)
  const refusal = confirmByCard(world, account, intent, typed.card, typed.number)
  return refusal ? refused(intent, refusal) : answered(intent)
}

const challenge = (world: World, account: Account, intent: Intent, wire: WireTree): Answer => {
  const refusal = answerBank(world, account, intent, answerParams(wire, '').answer === 'complete')
  if (refusal === undefined) throw new ApiError(400, 'The bank has asked nothing about this payment.')
  return refusal ? refused(intent, refusal, 'invalid_request_error') : answered(intent)
}

/** What Stripe's script asks for on behalf of a buyer, e.g. `GET payment_intents/pi_...`. Null for what it never asks. Throws ApiError. */
export const browserApi = (world: World, method: string, path: string, wire: Record<string, Wire>): Answer | null => {
  const [, id = '', action = ''] = /^payment_intents\/(\w+)(?:\/(confirm|challenge))?$/.exec(path) ?? []
  if (id === '' || (method === 'POST') !== (action !== '')) return null
  const { account, intent } = authorized(world, id, wire)
  if (action === 'confirm') return confirm(world, account, intent, wire)
  if (action === 'challenge') return challenge(world, account, intent, wire)
  readParams(wire, '')
  return answered(intent)
}
