import { toSchemaName } from '#kit/server/document-docs.ts'
import type { Field } from '#model/fields.ts'
import { entities } from '#modules/entities.ts'
import { documentKinds } from '#shared/record-types.ts'
import descriptions from './field-descriptions.json' with { type: 'json' }

// The table has the fields that mean the same in every schema, and then those of the schemas that a key names; the last one counts. "Document", "DocumentInput"
// and "DocumentUpdate" are the schemas of every type. "BT" are the terms of EN 16931; the rules are those of the chapter "Taxes, discounts and charges" of the guide.
const { everywhere, ...ofSchemas } = descriptions
const general: Partial<Record<string, string>> = everywhere

const describe = ([schemas, fields]: [string, Record<string, string>]): [string, string][] =>
  schemas.split(' ').flatMap((schema) => Object.entries(fields).map(([field, text]): [string, string] => [`${schema}.${field}`, text]))

/** What the fields of records say of themselves, in requests and in replies. */
const ofRecords = entities.flatMap(({ name, fields }) =>
  Object.entries<Field>(fields).flatMap(([field, { docs }]) =>
    docs ? [`${name}Input`, `${name}Update`, name].map((schema): [string, string] => [`${schema}.${field}`, docs]) : [],
  ),
)

/** By 'Schema.field'. */
const particular = new Map([...Object.entries<Record<string, string>>(ofSchemas).flatMap(describe), ...ofRecords])

const documentSchema = new RegExp(`^(?:Created|Listed)?(${documentKinds.map(toSchemaName).join('|')})(Input|Update|)$`)

/** @returns the description of a field; undefined when its name says enough */
export const describeField = (schema: string, field: string): string | undefined => {
  const [, type, part] = documentSchema.exec(schema) ?? []
  const names = type ? [schema, `${type}${part}`, `Document${part}`] : [schema]
  return names.map((name) => particular.get(`${name}.${field}`)).find(Boolean) ?? general[field]
}

/** The keys of the descriptions, so that a test can find those of fields that do not exist. */
export const describedFields = (): { everywhere: string[]; particular: [string, string][] } => ({
  everywhere: Object.keys(general),
  particular: [...particular],
})
