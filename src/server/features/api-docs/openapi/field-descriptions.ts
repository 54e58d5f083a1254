import type { Field } from '#model/fields.ts'
import { entities } from '#server/domain/entities/entities.ts'
import descriptions from './field-descriptions.json' with { type: 'json' }

// The table has the fields that mean the same in every schema, and then those of the schemas that a key names; the last one counts. "BT" are the terms of EN
// 16931; the rules are those of the chapter "Taxes, discounts and charges" of the guide.
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

/** @returns the description of a field; undefined when its name says enough */
export const describeField = (schema: string, field: string): string | undefined => particular.get(`${schema}.${field}`) ?? general[field]

/** The keys of the descriptions, so that a test can find those of fields that do not exist. */
export const describedFields = (): { everywhere: string[]; particular: string[] } => ({
  everywhere: Object.keys(general),
  particular: [...particular.keys()],
})
