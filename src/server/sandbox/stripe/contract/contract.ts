import { Ajv, type ValidateFunction } from 'ajv'
import qs from 'qs'
import type { Exchange } from '../api/handler.ts'
import { type Schema, schemaMaker } from './schemas.ts'
import { readTypings } from './typings.ts'

/** Each line of the route table, and the SDK call that speaks it. */
const calls: Record<string, string> = {
  'GET /v1/account': 'accounts.retrieveCurrent',
  'GET /v1/balance': 'balance.retrieve',
  'POST /v1/checkout/sessions': 'checkout.sessions.create',
  'GET /v1/checkout/sessions/:id': 'checkout.sessions.retrieve',
  'POST /v1/checkout/sessions/:id/expire': 'checkout.sessions.expire',
  'GET /v1/payment_intents/:id': 'paymentIntents.retrieve',
  'GET /v1/charges/:id': 'charges.retrieve',
  'POST /v1/refunds': 'refunds.create',
  'GET /v1/refunds/:id': 'refunds.retrieve',
  'POST /v1/webhook_endpoints': 'webhookEndpoints.create',
  'GET /v1/webhook_endpoints': 'webhookEndpoints.list',
  'GET /v1/webhook_endpoints/:id': 'webhookEndpoints.retrieve',
  'DELETE /v1/webhook_endpoints/:id': 'webhookEndpoints.del',
}

const events = [
  'charge.failed',
  'charge.refunded',
  'charge.succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'refund.created',
]

const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message'],
      additionalProperties: false,
      properties: {
        type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
        message: { type: 'string', minLength: 1 },
        ...Object.fromEntries(['code', 'param', 'decline_code', 'charge', 'doc_url'].map((name) => [name, { type: 'string' }])),
      },
    },
  },
}

const problems = (what: string, validate: ValidateFunction, value: unknown): string[] => {
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, 5).map((error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
}

/**
 * Checks what went over the wire against the SDK's own typings. A request that the simulator accepted must be one that Stripe knows,
 * and every answer and event must be a complete object. Takes some seconds to make; answers the violations as sentences.
 */
export const makeContract = () => {
  const typings = readTypings()
  const maker = schemaMaker(typings.checker)
  const roots: Record<string, Schema> = { error: errorSchema }
  for (const [route, path] of Object.entries(calls)) {
    const { params, result } = typings.call(path)
    roots[`params ${route}`] = params ? maker.schemaOf(params, 'wire') : { type: 'object', maxProperties: 0 }
    roots[`answer ${route}`] = maker.schemaOf(result, 'answer')
  }
  for (const name of events) roots[`event ${name}`] = maker.schemaOf(typings.event(name), 'answer')

  const ajv = new Ajv({ strict: false, allErrors: false })
  ajv.addSchema({ $id: 'stripe', $defs: { ...maker.definitions, ...roots } })
  const validators = new Map<string, ValidateFunction>()
  const validator = (root: string): ValidateFunction => {
    const known = validators.get(root)
    if (known) return known
    if (!roots[root]) throw new Error(`The contract has no '${root}'. Add its call or event to contract.ts.`)
    const made = ajv.compile({ $ref: `stripe#/$defs/${encodeURIComponent(root).replaceAll('%2F', '~1')}` })
    validators.set(root, made)
    return made
  }

  const parse = (params: string): unknown => qs.parse(params, { depth: 10, arrayLimit: 200, parameterLimit: 5000, allowEmptyArrays: false })

  return {
    /** Whether Stripe would know these parameters (form text) for a line of the route table. */
    checkParams: (route: string, params: string) => problems(`${route} parameters `, validator(`params ${route}`), parse(params)),
    checkExchange: ({ route, params, status, body }: Exchange): string[] => {
      const answer: unknown = JSON.parse(body)
      if (status >= 400) return problems(`${route} error `, validator('error'), answer)
      return [
        ...problems(`${route} parameters `, validator(`params ${route}`), parse(params)),
        ...problems(`${route} answer `, validator(`answer ${route}`), answer),
      ]
    },
    checkEvent: (event: object): string[] => {
      const { type } = event as { type: string }
      return problems(`event ${type} `, validator(`event ${type}`), event)
    },
  }
}
export type Contract = ReturnType<typeof makeContract>
