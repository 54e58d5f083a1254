import { z } from 'zod'

/** The part of a JSON schema that samples are made of. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maxLength?: number
}
export type Values = Readonly<Record<string, unknown>>

export const readSchema = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

export type Source = {
  /** Values by the names of fields, wherever these stand; of all others one of their type is made. */
  usual: Values
  /** The same, and these fields are sent even if they are optional. */
  always: Values
  /** Whether all free texts are sent, required or not. */
  isComplete?: boolean
  text: () => string
}

/** Text without a form; days have no maximum length. */
const isFreeText = ({ type, anyOf, pattern, format, maxLength }: JsonSchema): boolean =>
  anyOf ? anyOf.length === 2 && anyOf[1]!.type === 'null' && isFreeText(anyOf[0]!) : type === 'string' && !pattern && !format && !!maxLength

/** A value that fits a schema: of objects the required fields, of lists one element. */
export const buildSample = (schema: JsonSchema, source: Source, name = ''): unknown => {
  const { usual, always, isComplete, text } = source
  const known = { ...usual, ...always }
  if (name in known && (!schema.enum || schema.enum.includes(known[name]))) return known[name]
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (one) return buildSample(one, source, name)
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  const types = [schema.type].flat()
  if (types.includes('object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([field, inner]) => schema.required?.includes(field) || field in always || (isComplete && isFreeText(inner)))
        .map(([field, inner]) => [field, buildSample(inner, source, field)]),
    )
  if (types.includes('array')) return [buildSample(schema.items!, source, name)]
  if (types.includes('boolean')) return false
  if (schema.format === 'date-time') return '2026-01-05T00:00:00.000Z'
  if (/(day|date)$/i.test(name)) return '2026-01-02'
  if (types.includes('number') || types.includes('integer')) return Math.max(1, schema.minimum ?? 1)
  return text()
}
