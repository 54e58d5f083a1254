import { isJsonObject } from '#simulators/kit/http.ts'
import { listSchemaParts, loadOpenApi, type Operation, type Schema } from './openapi.ts'

/** Names and issues that PayPal sends but does not describe. */
const unlistedNames = ['VALIDATION_ERROR', 'WEBHOOK_URL_ALREADY_EXISTS', 'WEBHOOK_NUMBER_LIMIT_EXCEEDED']
const unlistedIssues = ['MALFORMED_REQUEST_JSON', 'PREVIOUS_REQUEST_IN_PROGRESS']

const getEnum = (schema: unknown): unknown[] | null => (isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : null)

/** The allowed descriptions are null for any. */
const collectIssues = ({ file }: Operation, schema: Schema) => {
  const found = new Map<unknown, unknown[] | null>()
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const inner of part) walk(inner)
    if (!isJsonObject(part)) return
    const { properties } = part
    if (isJsonObject(properties) && getEnum(properties.issue))
      for (const issue of getEnum(properties.issue) ?? []) found.set(issue, getEnum(properties.description))
    for (const inner of Object.values(part)) walk(inner)
  }
  for (const part of listSchemaParts(file, schema)) walk(part)
  return found
}

const listDetailProblems = (operation: Operation, status: number, details: unknown): string[] => {
  const schema = operation.responses[status]
  if (!schema || !Array.isArray(details)) return []
  const listed = collectIssues(operation, schema)
  if (listed.size === 0) return []
  return details.flatMap((detail: unknown) => {
    const { issue, description } = isJsonObject(detail) ? detail : {}
    if (unlistedIssues.includes(String(issue))) return []
    if (!listed.has(issue)) return [`has the issue ${String(issue)}, which PayPal doesn't list for ${status}`]
    const allowed = listed.get(issue)
    return allowed && !allowed.includes(description)
      ? [`the description is '${String(description)}' for ${String(issue)}, and PayPal's is '${allowed.join("' or '")}'`]
      : []
  })
}

export const listErrorProblems = (operation: Operation, status: number, body: unknown): string[] => {
  if (!isJsonObject(body)) return ['is no object']
  const missing = ['name', 'message', 'debug_id'].filter((name) => typeof body[name] !== 'string').map((name) => `lacks '${name}'`)
  const schemas = loadOpenApi(operation.file).components as { schemas: Record<string, Schema> }
  const general = schemas.schemas[`error_${status}`]?.properties
  const odd =
    isJsonObject(general) && !unlistedNames.includes(String(body.name))
      ? ['name', 'message'].filter((name) => !(getEnum(general[name]) ?? [body[name]]).includes(body[name]))
      : []
  return [
    ...missing,
    ...odd.map((name) => `has the ${name} '${String(body[name])}', which isn't PayPal's`),
    ...listDetailProblems(operation, status, body.details),
  ]
}
