import { z } from 'zod'
import { amount, calendarDay, decimal, exactDecimal, instant, percent, sum, taxRateInput } from '#shared/contract/fields.ts'
import { maxPageSize, paging } from '#shared/contract/lists.ts'

/** JSON Schema, as far as the contract needs it. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
}

export const getSchemaRef = (name: string) => `#/components/schemas/${name}`

const amountPattern = '^-?\\d{1,12}\\.\\d{2,3}$'
const hundredthsPattern = '^-?\\d{1,11}\\.\\d{2}$'
const inputPattern = '^\\d{1,8}(\\.\\d{1,2})?$'
const dayPattern = '^\\d{4}-\\d{2}-\\d{2}$'

/** The wire format of our codecs, as named schemas. */
export const wireSchemas: Record<string, JsonSchema> = {
  Amount: {
    type: 'string',
    pattern: amountPattern,
    description: 'An amount with two decimals, or the three of a dinar, as text.',
    examples: ['1250.00'],
  },
  Sum: {
    type: 'string',
    pattern: '^-?\\d{1,40}\\.\\d{2,3}$',
    description: 'What many documents come to, as text like an amount. It can be larger than a double-precision number holds exactly.',
    examples: ['1250.00'],
  },
  AmountInput: {
    type: ['string', 'number'],
    pattern: '^-?\\d{1,13}(\\.\\d{1,3})?$',
    description:
      'An amount with at most the decimals of its currency, up to 99,999,999.99 dollars or what is worth as much; negative only where the field says so. Text is exact; a JSON number is read by its digits.',
    examples: ['1250.00'],
  },
  Decimal: {
    type: 'string',
    pattern: hundredthsPattern,
    description: 'A quantity or a rate with two decimals, as text.',
    examples: ['1.50'],
  },
  Quantity: {
    type: ['string', 'number'],
    pattern: inputPattern,
    description: 'A quantity with at most two decimals, from 0.01 to 99,999,999.99.',
    examples: ['1.50'],
  },
  ExactDecimal: {
    type: 'string',
    pattern: '^-?\\d{1,13}\\.\\d{2,6}$',
    description: 'A quantity or a unit price with two to six decimals, as text.',
    examples: ['1.50'],
  },
  ExactDecimalInput: {
    type: ['string', 'number'],
    pattern: '^-?\\d{1,13}(\\.\\d{1,6})?$',
    description:
      'A quantity or a unit price with at most six decimals; a quantity up to 99,999,999.99, negative for what is returned; a price up to the limit of an amount in its currency. Text is exact; a JSON number is read by its digits.',
    examples: ['0.125'],
  },
  Percent: { type: 'string', pattern: '^\\d{1,3}(\\.\\d{1,4})?$', description: 'A percentage, as text.', examples: ['9.975'] },
  PercentInput: {
    type: ['string', 'number'],
    pattern: '^\\d{1,3}(\\.\\d{1,4})?$',
    description: 'Percent from 0 to 100, with at most four decimals.',
    examples: ['9.975'],
  },
  TaxPercentInput: {
    type: ['string', 'number'],
    pattern: '^\\d{1,3}(\\.\\d{1,2})?$',
    description: 'Percent from 0 to 100, with at most two decimals.',
    examples: ['8.25'],
  },
  Day: {
    type: 'string',
    format: 'date',
    pattern: dayPattern,
    description: 'A calendar day, which no time zone moves.',
    examples: ['2026-01-31'],
  },
  DayInput: {
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T.*)?$',
    description: 'A calendar day. An ISO date-time is taken too, and keeps its day as it is written.',
    examples: ['2026-01-31'],
  },
  Instant: { type: 'string', format: 'date-time', description: 'A moment, in UTC.', examples: ['2026-01-31T09:30:00.000Z'] },
}

const wholeCents = amount.def.out
const hundredths = decimal.def.out

const isPipe = (schema: z.core.$ZodType): schema is z.core.$ZodPipe => schema._zod.def.type === 'pipe'

/** The name of a codec's wire format; undefined for other schemas. */
const getWireName = (schema: z.core.$ZodType): string | undefined => {
  if (schema === amount) return 'Amount'
  if (schema === sum) return 'Sum'
  if (schema === decimal) return 'Decimal'
  if (schema === exactDecimal) return 'ExactDecimal'
  if (schema === percent) return 'Percent'
  if (schema === calendarDay) return 'Day'
  if (schema === instant) return 'Instant'
  if (schema === taxRateInput) return 'TaxPercentInput'
  if (!isPipe(schema)) return undefined
  const { out } = schema._zod.def
  if (out === wholeCents) return 'AmountInput'
  if (out === hundredths) return 'Quantity'
  if (out === exactDecimal) return 'ExactDecimalInput'
  if (out === percent) return 'PercentInput'
  return out === calendarDay ? 'DayInput' : undefined
}

const toPlainSchema = (schema: z.core.$ZodType) =>
  removeNoise(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** Schemas that zod cannot convert, because a function of ours parses them. */
const toSpecialSchema = (schema: z.core.$ZodType): JsonSchema | undefined => {
  const name = getWireName(schema)
  if (name) return { $ref: getSchemaRef(name) }
  if (schema === paging.limit.def.innerType) return { type: 'integer', minimum: 1, maximum: maxPageSize }
  if (!isPipe(schema)) return undefined
  const { in: from, out: to } = schema._zod.def
  // Record ids and integers, which forms may send as text; and objects whose size is checked before they are parsed.
  const isWhole = to._zod.def.type === 'number' && from._zod.def.type === 'pipe'
  return isWhole || from._zod.def.type === 'custom' ? toPlainSchema(to) : undefined
}

/** Removes what carries no information: the bounds of safe integers, `$schema`, and patterns besides a format. */
const removeNoise = (schema: JsonSchema): JsonSchema => {
  const { minimum, maximum, ...rest } = schema as JsonSchema & { $schema?: string; $id?: string }
  delete rest.$schema
  delete rest.$id
  if (rest.format === 'email' || rest.format === 'uri') delete rest.pattern
  return {
    ...rest,
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? { minimum } : {}),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
  }
}

/** Writes 'X or null' as one type where X has no name. The empty string of a form's empty field, which means null, is not documented. */
const flattenNullable = (schema: JsonSchema): JsonSchema => {
  if (!schema.anyOf) return schema
  const { anyOf, ...rest } = schema
  const [first, ...others] = anyOf.filter((one) => one.const !== '')
  if (!first) return schema
  if (others.length === 0) return { ...rest, ...first }
  const isOptional = others.length === 1 && others[0]?.type === 'null' && typeof first.type === 'string'
  if (!isOptional) return { ...rest, anyOf: [first, ...others] }
  return { ...rest, ...first, type: [first.type as string, 'null'], ...(first.enum ? { enum: [...first.enum, null] } : {}) }
}

/**
 * Converts schemas of the contract to JSON Schema by `z.toJSONSchema`: replies as they leave and bodies as they arrive.
 * @param names the schemas that others refer to, with their names
 * @param others further schemas, which are inlined where they are used
 * @returns the named schemas, and `resolve`, which gives a reference to a named schema, or any other schema itself
 */
export const toJsonSchemas = (
  names: ReadonlyMap<z.ZodType, string>,
  others: readonly z.ZodType[],
): { named: Record<string, JsonSchema>; resolve: (schema: z.ZodType) => JsonSchema } => {
  const ids = new Map(names)
  for (const schema of others) if (!ids.has(schema)) ids.set(schema, `inlined${ids.size}`)
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of ids) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    // The output side of our codecs is never on the wire, in neither direction.
    io: 'input',
    unrepresentable: 'any',
    uri: getSchemaRef,
    override: ({ zodSchema, jsonSchema }) => {
      const own = toSpecialSchema(zodSchema) ?? flattenNullable(removeNoise(jsonSchema as JsonSchema))
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key]
      Object.assign(jsonSchema, own)
    },
  })
  const get = (id: string) => removeNoise(schemas[id] as JsonSchema)
  return {
    named: Object.fromEntries([...names.values()].map((name) => [name, get(name)])),
    resolve: (schema) => (names.has(schema) ? { $ref: getSchemaRef(names.get(schema)!) } : get(ids.get(schema)!)),
  }
}
