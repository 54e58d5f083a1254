import { del, get, post, put } from '#shared/endpoint-address.ts'
import { capitalize, type RecordKind } from '#shared/record-types.ts'
import { type Field, type Fields, getHeading } from './fields.ts'

/** How the search shows and finds a record, besides by its title and its amount. */
export type SearchTexts = { subtitle: string | null; names: readonly (string | null)[]; more: readonly (string | null)[] }

/**
 * A simple record: a table with a list, a form, an import, and a deletion that can be undone. From it are made: contract, routes, sort orders, CSV files, histories,
 * search entries, the import's search for duplicates, and the documentation of the API.
 */
type RecordSpec<Kind extends string, F extends Fields> = {
  /** 'item': in the database, and with an s in addresses. */
  kind: Kind
  fields: F
  /** The field that it is called by. */
  title: keyof F & string
  /** The path of its page, or of the list that opens it. */
  getPath: (id: number | string) => string
  getSearchTexts: (row: Readonly<Record<string, string | null>>) => SearchTexts
  list: {
    /** Fields by which the list is sorted, the default first; 'created' for the order of creation. */
    sorts: readonly ((keyof F & string) | 'created')[]
    /** The first sort is descending by default. */
    isNewestFirst?: true
  }
  /** Fields by which a row of an import equals an existing record, in any case unless `isExact`. */
  duplicates: { by: readonly (keyof F & string)[]; isExact?: true }
}

export const defineRecord = <const Kind extends string, const F extends Fields>(spec: RecordSpec<Kind, F>) => {
  const find = (...kinds: Field['kind'][]) => Object.keys(spec.fields).find((name) => kinds.includes(spec.fields[name]!.kind)) ?? null
  return {
    ...spec,
    /** 'items': also its name in addresses, imports and archives. */
    tableName: `${spec.kind}s` as `${Kind}s`,
    /** 'Item', for messages. */
    name: capitalize(spec.kind),
    plural: capitalize(`${spec.kind}s`),
    /** The fields that the search shows: an amount and a day. */
    amount: find('money', 'price'),
    day: find('moneyDay'),
    /** The fields of CSV files and histories, with their headings. */
    columns: Object.entries<Field>(spec.fields).flatMap(([name, field]) =>
      field.isSetting ? [] : [{ name, field, heading: getHeading(field) }],
    ),
  }
}
/** Any record, as the kit sees it. */
export type RecordModel = ReturnType<typeof defineRecord<RecordKind, Fields>>

/** The addresses that every record has, without schemas: what a browser needs to call them. */
export const recordAddresses = <const Plural extends string>(plural: Plural) => {
  const path = `/api/${plural}` as const
  return {
    list: get(path),
    summary: get(`${path}/summary`),
    export: get(`${path}/export`),
    one: get(`${path}/:id`),
    history: get(`${path}/:id/history`),
    create: post(path),
    update: put(`${path}/:id`),
    remove: del(`${path}/:id`),
    restore: post(`${path}/:id/restore`),
  }
}
