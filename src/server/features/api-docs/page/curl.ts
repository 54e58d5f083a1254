import type { Operation, Parameter } from '#server/features/api-docs/operations.ts'
import { getSchemaName, type Schemas } from './fields.ts'

/** A value that fits, where a call can't go without one. */
const values: Record<string, string> = { from: '2026-01-01', to: '2026-01-31', ids: '1,2', customerId: '1', limit: '50', name: 'logo.png' }

const isParameter = (parameter: Parameter | { $ref: string }): parameter is Parameter => 'name' in parameter

const fitting = ({ name, schema }: Parameter): string => values[name] ?? String(schema.enum?.[0] ?? 1)

/** An address that can be called as it stands: with what is required, and lists a page at a time. */
export const buildExampleUrl = (path: string, { parameters = [] }: Operation): string => {
  const own = parameters.filter(isParameter)
  const filled = own.filter(({ in: where }) => where === 'path').reduce((url, one) => url.replace(`{${one.name}}`, fitting(one)), path)
  const asked = own.filter(({ in: where, name, required }) => where === 'query' && (required || name === 'limit'))
  return asked.length === 0 ? filled : `${filled}?${asked.map((one) => `${one.name}=${fitting(one)}`).join('&')}`
}

/** The example of a call's body; undefined where it needs none. */
const exampleBody = ({ requestBody }: Operation, schemas: Schemas): unknown => {
  const schema = requestBody?.content['application/json']?.schema
  const name = schema && getSchemaName(schema)
  return name ? schemas[name]?.examples?.[0] : undefined
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A call as one types it into a shell. */
export const buildCurl = (
  method: string,
  path: string,
  operation: Operation,
  { schemas, origin }: { schemas: Schemas; origin: string },
) => {
  const url = `${origin}${buildExampleUrl(path, operation)}`
  const body = exampleBody(operation, schemas)
  const media = Object.keys(
    operation.responses[200] && 'content' in operation.responses[200] ? (operation.responses[200].content ?? {}) : {},
  )
  const isFile = media.length > 0 && !media.includes('application/json')
  const isRepeatable = operation.parameters?.some((one) => '$ref' in one && one.$ref.endsWith('/IdempotencyKey'))
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${/[?&{]/.test(url) ? quoted(url) : url}`,
    '-H "Authorization: Bearer $BILLFOLD_TOKEN"',
    ...(isRepeatable ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(isFile ? ['-OJ'] : []),
  ].join(' \\\n  ')
}
