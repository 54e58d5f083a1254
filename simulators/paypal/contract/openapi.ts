import { readFileSync } from 'node:fs'
import { isTree } from '#simulators/paypal/core/params.ts'

export type Schema = Record<string, unknown>
export type File = 'checkout_orders_v2' | 'payments_payment_v2' | 'notifications_webhooks_v1' | 'customer_disputes_v1'
export type Operation = { file: File; request: Schema | null; responses: Record<string, Schema | null>; queryNames: string[] }

const folder = new URL('../../../node_modules/@paypal/paypal-rest-api-specifications/openapi/', import.meta.url)
const read = new Map<File, Schema>()

/** One of PayPal's own descriptions of its API, as OpenAPI. */
export const description = (file: File): Schema => {
  const known = read.get(file)
  if (known) return known
  const made = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8')) as Schema
  read.set(file, made)
  return made
}

const at = (schema: unknown, ...path: string[]): Schema => {
  let value = schema
  for (const name of path) value = isTree(value) ? value[name] : undefined
  return isTree(value) ? value : {}
}

/** The schema that a `$ref` of the same file means, else itself. */
const resolved = (file: File, schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? resolved(file, at(description(file), ...schema.$ref.slice(2).split('/'))) : schema

/** What must hold for an object of this schema in all of its parts: the schema itself and those that it is put together from. */
export const partsOf = (file: File, schema: Schema): Schema[] => {
  const real = resolved(file, schema)
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => (Array.isArray(real[word]) ? (real[word] as Schema[]) : []))
  return [real, ...inner.flatMap((part) => partsOf(file, part))]
}

const jsonSchema = (holder: Schema) => {
  const schema = at(holder, 'content', 'application/json', 'schema')
  return Object.keys(schema).length > 0 ? schema : null
}

/** The call of that method and path, e.g. 'POST', '/v2/checkout/orders/{id}/capture'. */
export const operation = (file: File, method: string, path: string): Operation => {
  const found = at(description(file), 'paths', path, method.toLowerCase())
  if (!found.responses) throw new Error(`PayPal's description ${file} has no ${method} ${path}.`)
  const responses = Object.entries(at(found, 'responses')).map(([status, answer]) => [status, jsonSchema(resolved(file, answer as Schema))])
  const parameters = (Array.isArray(found.parameters) ? found.parameters : []).map((parameter: Schema) => resolved(file, parameter))
  return {
    file,
    request: found.requestBody ? jsonSchema(resolved(file, at(found, 'requestBody'))) : null,
    responses: Object.fromEntries(responses) as Operation['responses'],
    queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name)),
  }
}
