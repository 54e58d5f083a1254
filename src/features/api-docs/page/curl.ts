import type { Operation, Parameter } from '#features/api-docs/openapi/operations.ts'
import { getSchemaName, type Schemas } from './fields.ts'

/** Values for required parameters. */
const values: Record<string, string> = {
  from: '2026-01-01',
  to: '2026-01-31',
  day: '2026-01-31',
  throughDay: '2025-12-31',
  ids: '1,2',
  customerId: '1',
  account: '1200',
  limit: '50',
  name: 'logo.png',
}

const isParameter = (parameter: Parameter | { $ref: string }): parameter is Parameter => 'name' in parameter

const getExampleValue = ({ name, schema }: Parameter): string => values[name] ?? String(schema.enum?.[0] ?? 1)

/** A URL that works as it is: with the required parameters, and lists limited to a page. */
export const buildExampleUrl = (path: string, { parameters = [] }: Operation): string => {
  const own = parameters.filter(isParameter)
  const filled = own
    .filter(({ in: where }) => where === 'path')
    .reduce((url, one) => url.replace(`{${one.name}}`, getExampleValue(one)), path)
  const query = own.filter(({ in: where, name, required }) => where === 'query' && (required || name === 'limit'))
  return query.length === 0 ? filled : `${filled}?${query.map((one) => `${one.name}=${getExampleValue(one)}`).join('&')}`
}

/** The example of the body; undefined when the operation needs none. */
const exampleBody = ({ requestBody }: Operation, schemas: Schemas): unknown => {
  const schema = requestBody?.content['application/json']?.schema
  const name = schema && getSchemaName(schema)
  return name ? schemas[name]?.examples?.[0] : undefined
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The operation as a shell command. */
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
  const isIdempotent = operation.parameters?.some((one) => '$ref' in one && one.$ref.endsWith('/IdempotencyKey'))
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${/[?&{]/.test(url) ? quote(url) : url}`,
    '-H "Authorization: Bearer $BILLFOLD_TOKEN"',
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
    ...(isFile ? ['-OJ'] : []),
  ].join(' \\\n  ')
}
