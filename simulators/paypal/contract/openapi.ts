import { readFileSync } from 'node:fs'
import { isJsonObject } from '#simulators/kit/http.ts'

export type Schema = Record<string, unknown>
export type File = 'checkout_orders_v2' | 'payments_payment_v2' | 'notifications_webhooks_v1' | 'customer_disputes_v1'
export type Operation = { file: File; request: Schema | null; responses: Record<string, Schema | null>; queryNames: string[] }

const read = new Map<File, Schema>()

export const loadOpenApi = (file: File): Schema => {
  const known = read.get(file)
  if (known) return known
  const loaded = JSON.parse(
    readFileSync(
      new URL(`node_modules/@paypal/paypal-rest-api-specifications/openapi/${file}.json`, import.meta.resolve('#root/package.json')),
      'utf8',
    ),
  ) as Schema
  read.set(file, loaded)
  return loaded
}

const getPath = (schema: unknown, ...path: string[]): Schema => {
  let value = schema
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined
  return isJsonObject(value) ? value : {}
}

const resolveRef = (file: File, schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? resolveRef(file, getPath(loadOpenApi(file), ...schema.$ref.slice(2).split('/'))) : schema

export const listSchemaParts = (file: File, schema: Schema): Schema[] => {
  const real = resolveRef(file, schema)
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => (Array.isArray(real[word]) ? (real[word] as Schema[]) : []))
  return [real, ...inner.flatMap((part) => listSchemaParts(file, part))]
}

const getJsonSchema = (holder: Schema) => {
  const schema = getPath(holder, 'content', 'application/json', 'schema')
  return Object.keys(schema).length > 0 ? schema : null
}

/** e.g. 'POST', '/v2/checkout/orders/{id}/capture' */
export const findOperation = (file: File, method: string, path: string): Operation => {
  const found = getPath(loadOpenApi(file), 'paths', path, method.toLowerCase())
  if (!found.responses) throw new Error(`PayPal's description ${file} has no ${method} ${path}.`)
  const responses = Object.entries(getPath(found, 'responses')).map(([status, answer]) => [
    status,
    getJsonSchema(resolveRef(file, answer as Schema)),
  ])
  const parameters = (Array.isArray(found.parameters) ? found.parameters : []).map((parameter: Schema) => resolveRef(file, parameter))
  return {
    file,
    request: found.requestBody ? getJsonSchema(resolveRef(file, getPath(found, 'requestBody'))) : null,
    responses: Object.fromEntries(responses) as Operation['responses'],
    queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name)),
  }
}
