import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Exchange } from '#simulators/paypal/api/handler.ts'
import { errorProblems } from './errors.ts'
import { description, type File, type Operation, operation, type Schema } from './openapi.ts'
import { unknownNames } from './unknown-names.ts'

/** Each line of the route table, and where PayPal describes it. */
const calls: Record<string, [file: File, path?: string]> = {
  'POST /v2/checkout/orders': ['checkout_orders_v2'],
  'GET /v2/checkout/orders/:id': ['checkout_orders_v2', '/v2/checkout/orders/{id}'],
  'POST /v2/checkout/orders/:id/capture': ['checkout_orders_v2', '/v2/checkout/orders/{id}/capture'],
  'GET /v2/payments/captures/:id': ['payments_payment_v2', '/v2/payments/captures/{capture_id}'],
  'POST /v2/payments/captures/:id/refund': ['payments_payment_v2', '/v2/payments/captures/{capture_id}/refund'],
  'GET /v2/payments/refunds/:id': ['payments_payment_v2', '/v2/payments/refunds/{refund_id}'],
  'GET /v1/customer/disputes': ['customer_disputes_v1'],
  'GET /v1/customer/disputes/:id': ['customer_disputes_v1', '/v1/customer/disputes/{id}'],
  'POST /v1/notifications/webhooks': ['notifications_webhooks_v1'],
  'GET /v1/notifications/webhooks': ['notifications_webhooks_v1'],
  'GET /v1/notifications/webhooks/:id': ['notifications_webhooks_v1', '/v1/notifications/webhooks/{webhook_id}'],
  'DELETE /v1/notifications/webhooks/:id': ['notifications_webhooks_v1', '/v1/notifications/webhooks/{webhook_id}'],
  'POST /v1/notifications/verify-webhook-signature': ['notifications_webhooks_v1'],
}

const resources: Record<string, [file: File, schema: string]> = {
  capture: ['payments_payment_v2', 'capture-2'],
  refund: ['payments_payment_v2', 'refund'],
  'checkout-order': ['checkout_orders_v2', 'order'],
  dispute: ['customer_disputes_v1', 'dispute'],
}

// PayPal's patterns have escapes that JavaScript refuses in its unicode mode, and formats of its own names.
const ajv = new Ajv({ strict: false, allErrors: false, unicodeRegExp: false, logger: false })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>()

const validator = (file: File, schema: Schema): ValidateFunction => {
  const key = file + JSON.stringify(schema)
  const known = validators.get(key)
  if (known) return known
  if (!ajv.getSchema(file)) ajv.addSchema(description(file), file)
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${file}#/`)) as Schema)
  validators.set(key, made)
  return made
}

const problems = (what: string, file: File, schema: Schema, value: unknown): string[] => {
  const validate = validator(file, schema)
  const wrong = validate(value) ? [] : (validate.errors ?? []).slice(0, 5)
  return [
    ...wrong.map(({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`),
    ...unknownNames(file, [schema], value).map((path) => `${what}${path} is no name that PayPal knows`),
  ]
}

const operations = new Map<string, Operation>()
const operationOf = (route: string): Operation => {
  const known = operations.get(route)
  if (known) return known
  const call = calls[route]
  if (!call) throw new Error(`The contract has no '${route}'. Add the call to contract.ts.`)
  const [method = '', path = ''] = route.split(' ')
  const made = operation(call[0], method, call[1] ?? path)
  operations.set(route, made)
  return made
}

const requestProblems = ({ route, query, requestId, prefer, params }: Exchange, { file, request, queryNames }: Operation): string[] => {
  const unknown = [...new URLSearchParams(query).keys()].filter((name) => !queryNames.includes(name))
  const body = params === '' ? undefined : (JSON.parse(params) as unknown)
  return [
    ...unknown.map((name) => `${route} parameter '${name}' is no name that PayPal knows`),
    ...(requestId !== null && requestId.length > 108 ? [`${route} PayPal-Request-Id is longer than 108 characters`] : []),
    ...(prefer === null || /^return=(minimal|representation)$/.test(prefer) ? [] : [`${route} Prefer is '${prefer}'`]),
    ...(request && body !== undefined ? problems(`${route} body`, file, request, body) : []),
  ]
}

const tokenProblems = ({ status, body }: Exchange): string[] => {
  const answer = JSON.parse(body) as Record<string, unknown>
  const wanted = status < 400 ? ['access_token', 'token_type', 'app_id', 'scope', 'nonce'] : ['error', 'error_description']
  const missing = wanted.filter((name) => typeof answer[name] !== 'string').map((name) => `POST /v1/oauth2/token answer lacks '${name}'`)
  return status < 400 && !Number.isInteger(answer.expires_in) ? [...missing, "POST /v1/oauth2/token answer lacks 'expires_in'"] : missing
}

const exchangeProblems = (exchange: Exchange): string[] => {
  const { route, status, body } = exchange
  if (route === 'POST /v1/oauth2/token') return tokenProblems(exchange)
  const call = operationOf(route)
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  if (status >= 400) return errorProblems(call, status, answer).map((problem) => `${route} ${status} ${problem}`)
  const schema = call.responses[status]
  if (schema === undefined) return [`${route} answered ${status}, which PayPal never does`]
  const wrong =
    schema === null
      ? answer === undefined
        ? []
        : [`${route} ${status} has a body`]
      : problems(`${route} answer`, call.file, schema, answer)
  return [...requestProblems(exchange, call), ...wrong]
}

const eventProblems = (event: object): string[] => {
  const { event_type, resource_type, resource } = event as Record<string, unknown>
  const known = resources[String(resource_type)]
  if (!known) throw new Error(`The contract has no resource '${String(resource_type)}'. Add it to contract.ts.`)
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  return [
    ...problems(`event ${String(event_type)} `, 'notifications_webhooks_v1', schema('event'), event),
    ...problems(`event ${String(event_type)} resource`, known[0], schema(known[1]), resource),
  ]
}

/**
 * Checks what went over the wire against PayPal's own descriptions. A request that the simulator accepted must be one that PayPal knows, and
 * every answer, error and event must be one that PayPal gives. Answers the violations as sentences. Schemas are compiled when first
 * needed and shared by all contracts of the process.
 */
export const createPayPalContract = () => ({ checkExchange: exchangeProblems, checkEvent: eventProblems })
