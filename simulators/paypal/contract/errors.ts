import { isTree } from '#simulators/paypal/core/params.ts'
import { description, type Operation, partsOf, type Schema } from './openapi.ts'

/** Names and issues that PayPal answers with, though its descriptions don't list them. */
const unlistedNames = ['VALIDATION_ERROR', 'WEBHOOK_URL_ALREADY_EXISTS', 'WEBHOOK_NUMBER_LIMIT_EXCEEDED']
const unlistedIssues = ['MALFORMED_REQUEST_JSON', 'PREVIOUS_REQUEST_IN_PROGRESS']

const words = (schema: unknown): unknown[] | null => (isTree(schema) && Array.isArray(schema.enum) ? schema.enum : null)

/** The issues that the call may raise with this status, each with the descriptions it may have (null when any). */
const listedIssues = ({ file }: Operation, schema: Schema) => {
  const found = new Map<unknown, unknown[] | null>()
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const inner of part) walk(inner)
    if (!isTree(part)) return
    const { properties } = part
    if (isTree(properties) && words(properties.issue))
      for (const issue of words(properties.issue) ?? []) found.set(issue, words(properties.description))
    for (const inner of Object.values(part)) walk(inner)
  }
  for (const part of partsOf(file, schema)) walk(part)
  return found
}

const detailProblems = (operation: Operation, status: number, details: unknown): string[] => {
  const schema = operation.responses[status]
  if (!schema || !Array.isArray(details)) return []
  const listed = listedIssues(operation, schema)
  if (listed.size === 0) return []
  return details.flatMap((detail: unknown) => {
    const { issue, description: said } = isTree(detail) ? detail : {}
    if (unlistedIssues.includes(String(issue))) return []
    if (!listed.has(issue)) return [`has the issue ${String(issue)}, which PayPal doesn't list for ${status}`]
    const allowed = listed.get(issue)
    return allowed && !allowed.includes(said)
      ? [`says '${String(said)}' for ${String(issue)}, where PayPal says '${allowed.join("' or '")}'`]
      : []
  })
}

/** What is wrong with an error's body: a missing member, a name or text that isn't PayPal's, an issue that the call never raises. */
export const errorProblems = (operation: Operation, status: number, body: unknown): string[] => {
  if (!isTree(body)) return ['is no object']
  const missing = ['name', 'message', 'debug_id'].filter((name) => typeof body[name] !== 'string').map((name) => `lacks '${name}'`)
  const schemas = description(operation.file).components as { schemas: Record<string, Schema> }
  const general = schemas.schemas[`error_${status}`]?.properties
  const odd =
    isTree(general) && !unlistedNames.includes(String(body.name))
      ? ['name', 'message'].filter((name) => !(words(general[name]) ?? [body[name]]).includes(body[name]))
      : []
  return [
    ...missing,
    ...odd.map((name) => `has the ${name} '${String(body[name])}', which isn't PayPal's`),
    ...detailProblems(operation, status, body.details),
  ]
}
