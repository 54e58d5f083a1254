import { type JsonSchema, wireSchemas } from '#features/api-docs/openapi/json-schemas.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { renderProse, toAnchor } from './html.ts'

export type Schemas = Readonly<Record<string, JsonSchema>>

/** 'Invoice' of '#/components/schemas/Invoice'. */
export const getSchemaName = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1)

const wireLabels: Record<string, string> = {
  Amount: 'amount',
  Sum: 'amount',
  AmountInput: 'amount',
  Decimal: 'decimal',
  Quantity: 'quantity',
  TaxRate: 'percent',
  Day: 'day',
  DayInput: 'day',
  Instant: 'moment',
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

const describeSingle = (schema: JsonSchema): string => {
  const name = getSchemaName(schema)
  if (name) return `<a href="#schema-${toAnchor(name)}">${wireLabels[name] ?? escapeHtml(name)}</a>`
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  const values = schema.enum?.filter((value) => value !== null)
  if (values) return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' ')
  if (types[0] === 'array') return `list of ${schema.items ? describeType(schema.items) : 'values'}`
  if (schema.format === 'email') return 'email'
  if (types[0] === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${describeSingle(schema.additionalProperties)} by name`
  return types.map((type) => typeNames[type] ?? type).join(' or ') || 'anything'
}

/** Describes a type in words, with links to named schemas. */
export const describeType = (schema: JsonSchema): string => {
  const options = schema.anyOf ?? [schema]
  const isNullable = options.some(({ type }) => type === 'null' || (Array.isArray(type) && type.includes('null')))
  const shown = options.filter(({ type }) => type !== 'null').map(describeSingle)
  return `${shown.join(' or ')}${isNullable ? ' or null' : ''}`
}

const limits = ({ minimum, maximum, maxLength, minItems, maxItems, default: usual }: JsonSchema): string =>
  [
    minimum !== undefined && maximum !== undefined && maximum < 2_000_000_000 ? `${minimum} to ${maximum.toLocaleString('en-US')}.` : '',
    maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en-US')} characters.`,
    maxItems === undefined ? '' : `${minItems ?? 0} to ${maxItems.toLocaleString('en-US')}.`,
    usual === undefined ? '' : `\`${JSON.stringify(usual)}\` unless sent.`,
  ]
    .filter(Boolean)
    .join(' ')

type Row = { name: string; schema: JsonSchema; isRequired: boolean }

/** Objects without a name, and the rows of lists without one, are described field by field below. */
const rowsOf = (schema: JsonSchema, prefix: string): Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([field, is]) => {
    const name = `${prefix}${field}`
    const inner = is.items ?? is
    const below = inner.properties ? rowsOf(inner, `${name}${is.items ? '[]' : ''}.`) : []
    return [{ name, schema: is, isRequired: schema.required?.includes(field) ?? false }, ...below]
  })

/** The fields of an object as a table. @param showsRequired whether to mark required fields; replies have all fields */
export const renderFieldTable = (schema: JsonSchema, caption: string, showsRequired: boolean): string => {
  const rows = rowsOf(schema, '').map(({ name, schema: is, isRequired }) => {
    const known = getSchemaName(is)
    const text = [is.description ?? (known && known in wireSchemas ? '' : undefined), limits(is)].filter(Boolean).join(' ')
    const required = showsRequired && isRequired ? ' <span class="required">required</span>' : ''
    const optional = !showsRequired && !isRequired ? ' <span class="optional">not always there</span>' : ''
    return `<tr><th scope="row"><code>${escapeHtml(name).replaceAll('.', '.<wbr>')}</code>${required}${optional}</th><td><span class="type">${describeType(is)}</span>${text ? `<span class="meaning">${renderProse(text)}</span>` : ''}</td></tr>`
  })
  return `<table><caption>${escapeHtml(caption)}</caption><tbody>${rows.join('\n')}</tbody></table>`
}
