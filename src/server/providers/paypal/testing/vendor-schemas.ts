import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

// Checks the requests of the tests against PayPal's API description.

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@paypal/paypal-rest-api-specifications/package.json')), 'openapi')
// Formats that the description doesn't define are ignored.
const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, logger: false })
formats.default(ajv)
const added = new Set<string>()

const compiled = (file: string, schema: string): ValidateFunction => {
  if (!added.has(file)) {
    added.add(file)
    ajv.addSchema({ ...JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')), $id: file })
  }
  const ref = `${file}#/components/schemas/${schema}`
  return ajv.getSchema(ref) ?? ajv.compile({ $ref: ref })
}

const bodies: [string, RegExp, string, string][] = [
  ['POST', /^\/v2\/checkout\/orders$/, 'checkout_orders_v2', 'order_request'],
  ['POST', /^\/v2\/checkout\/orders\/[^/]+\/capture$/, 'checkout_orders_v2', 'order_capture_request'],
  ['POST', /^\/v2\/payments\/captures\/[^/]+\/refund$/, 'payments_payment_v2', 'refund_request'],
  ['POST', /^\/v1\/notifications\/webhooks$/, 'notifications_webhooks_v1', 'webhook'],
  ['POST', /^\/v1\/notifications\/verify-webhook-signature$/, 'notifications_webhooks_v1', 'verify_webhook_signature'],
]
/** Calls without a JSON body. The token endpoint isn't part of the description. */
const bodyless = [
  'POST /v1/oauth2/token',
  'GET /v2/checkout/orders/{}',
  'GET /v2/payments/captures/{}',
  'GET /v2/payments/refunds/{}',
  'GET /v1/notifications/webhooks',
  'DELETE /v1/notifications/webhooks/{}',
  'GET /v1/customer/disputes',
  'GET /v1/customer/disputes/{}',
]
const isPattern = (pattern: string, call: string) => new RegExp(`^${pattern.replaceAll('{}', '[A-Za-z0-9-]+')}$`).test(call)

/** How a request violates the description. */
export const findViolations = ({ method, path, body }: { method: string; path: string; body: string }): string[] => {
  const bare = path.split('?')[0]!
  const known = bodies.find(([verb, form]) => verb === method && form.test(bare))
  if (!known)
    return bodyless.some((pattern) => isPattern(pattern, `${method} ${bare}`))
      ? []
      : [`${method} ${bare} is no call of PayPal's that is made here`]
  const check = compiled(known[2], known[3])
  return check(JSON.parse(body)) ? [] : (check.errors ?? []).map((error) => `${method} ${bare} ${error.instancePath} ${error.message}`)
}
