import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isJsonObject } from '#simulators/kit/http.ts'
import type { Exchange } from '#simulators/paypal/api/handler.ts'
import { listErrorProblems } from './errors.ts'
import { type File, findOperation, listSchemaParts, loadOpenApi, type Operation, type Schema } from './openapi.ts'

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

// PayPal's patterns contain escapes that are invalid in JavaScript's Unicode mode.
const ajv = new Ajv({ strict: false, allErrors: false, unicodeRegExp: false, logger: false })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>()

const validator = (file: File, schema: Schema): ValidateFunction => {
  const key = file + JSON.stringify(schema)
  const known = validators.get(key)
  if (known) return known
  if (!ajv.getSchema(file)) ajv.addSchema(loadOpenApi(file), file)
  const compiled = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${file}#/`)) as Schema)
  validators.set(key, compiled)
  return compiled
}

/** PayPal ignores unknown fields, so that a misspelled one would not be noticed. */
const listUnknownFields = (file: File, schemas: readonly Schema[], value: unknown, path = ''): string[] => {
  const parts = schemas.flatMap((schema) => listSchemaParts(file, schema))
  if (Array.isArray(value)) {
    const items = parts.map(({ items }) => items).filter(isJsonObject)
    return items.length === 0 ? [] : value.flatMap((item, index) => listUnknownFields(file, items, item, `${path}/${index}`))
  }
  if (!isJsonObject(value)) return []
  const known = parts.map(({ properties }) => properties).filter(isJsonObject)
  if (known.length === 0) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const matching = known.map((properties) => properties[name]).filter(isJsonObject)
    return matching.length === 0 ? [`${path}/${name}`] : listUnknownFields(file, matching, inner, `${path}/${name}`)
  })
}

const listProblems = (what: string, file: File, schema: Schema, value: unknown): string[] => {
  const validate = validator(file, schema)
  const errors = validate(value) ? [] : (validate.errors ?? []).slice(0, 5)
  return [
    ...errors.map(({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`),
    ...listUnknownFields(file, [schema], value).map((path) => `${what}${path} is unknown to PayPal`),
  ]
}

const operations = new Map<string, Operation>()
const getOperation = (route: string): Operation => {
  const known = operations.get(route)
  if (known) return known
  const call = calls[route]
  if (!call) throw new Error(`The contract has no '${route}'. Add the call to contract.ts.`)
  const [method = '', path = ''] = route.split(' ')
  const operation = findOperation(call[0], method, call[1] ?? path)
  operations.set(route, operation)
  return operation
}

const listRequestProblems = ({ route, query, requestId, prefer, params }: Exchange, { file, request, queryNames }: Operation): string[] => {
  const unknown = [...new URLSearchParams(query).keys()].filter((name) => !queryNames.includes(name))
  const body = params === '' ? undefined : (JSON.parse(params) as unknown)
  return [
    ...unknown.map((name) => `${route} parameter '${name}' is unknown to PayPal`),
    ...(requestId !== null && requestId.length > 108 ? [`${route} PayPal-Request-Id is longer than 108 characters`] : []),
    ...(prefer === null || /^return=(minimal|representation)$/.test(prefer) ? [] : [`${route} Prefer is '${prefer}'`]),
    ...(request && body !== undefined ? listProblems(`${route} body`, file, request, body) : []),
  ]
}

const listTokenProblems = ({ status, body }: Exchange): string[] => {
  const answer = JSON.parse(body) as Record<string, unknown>
  const expected = status < 400 ? ['access_token', 'token_type', 'app_id', 'scope', 'nonce'] : ['error', 'error_description']
  const missing = expected.filter((name) => typeof answer[name] !== 'string').map((name) => `POST /v1/oauth2/token answer lacks '${name}'`)
  return status < 400 && !Number.isInteger(answer.expires_in) ? [...missing, "POST /v1/oauth2/token answer lacks 'expires_in'"] : missing
}

const listExchangeProblems = (exchange: Exchange): string[] => {
  const { route, status, body } = exchange
  if (route === 'POST /v1/oauth2/token') return listTokenProblems(exchange)
  const call = getOperation(route)
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  if (status >= 400) return listErrorProblems(call, status, answer).map((problem) => `${route} ${status} ${problem}`)
  const schema = call.responses[status]
  if (schema === undefined) return [`${route} answered ${status}, which PayPal never does`]
  const bodyProblems =
    schema === null
      ? answer === undefined
        ? []
        : [`${route} ${status} has a body`]
      : listProblems(`${route} answer`, call.file, schema, answer)
  return [...listRequestProblems(exchange, call), ...bodyProblems]
}

const listEventProblems = (event: object): string[] => {
  const { event_type, resource_type, resource } = event as Record<string, unknown>
  const known = resources[String(resource_type)]
  if (!known) throw new Error(`The contract has no resource '${String(resource_type)}'. Add it to contract.ts.`)
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  return [
    ...listProblems(`event ${String(event_type)} `, 'notifications_webhooks_v1', schema('event'), event),
    ...listProblems(`event ${String(event_type)} resource`, known[0], schema(known[1]), resource),
  ]
}

/** Violations are returned as sentences. Schemas are compiled at their first use and shared by all contracts of the process. */
export const createPayPalContract = () => ({ checkExchange: listExchangeProblems, checkEvent: listEventProblems })
