/** What the rest of the product has to know about a type of record. */
type RecordTypeInfo = {
  /** The order in which its page opens. */
  defaultSort: string
  /** Each record has a page of its own, at '/customers/5'. */
  hasRecordPages?: true
  /** Its list has a short form, which its page shows. */
  hasShortForm?: true
  /** Rows of a file can be imported. */
  isImported?: true
}

/**
 * The types of records that a business keeps, in display order; the key is the plural, and the name in URLs: '/items' is the page, '/api/items' the list.
 * A new type is registered here, which gives it scopes for API tokens, live updates, a group of search results, its page's prefetched list, and
 * a place among what is readable offline.
 */
export const recordTypes = {
  invoices: { defaultSort: '-issueDate', hasRecordPages: true, hasShortForm: true },
  estimates: { defaultSort: '-issueDate', hasRecordPages: true, hasShortForm: true },
  'credit-notes': { defaultSort: '-issueDate', hasRecordPages: true, hasShortForm: true },
  customers: { defaultSort: 'name', hasRecordPages: true, isImported: true },
  items: { defaultSort: 'name', isImported: true },
  expenses: { defaultSort: '-expenseDate', isImported: true },
} as const satisfies Record<`${string}s`, RecordTypeInfo>

type RecordTypes = typeof recordTypes
export type RecordType = keyof RecordTypes
/** One record: 'invoice' for the type 'invoices'. */
export type RecordKind = RecordType extends infer Name ? (Name extends `${infer Kind}s` ? Kind : never) : never
/** The types that have a property. */
type TypesWith<Key extends keyof RecordTypeInfo> = {
  [N in RecordType]: RecordTypes[N] extends Record<Key, unknown> ? N : never
}[RecordType]

export const recordTypeNames = Object.keys(recordTypes) as RecordType[]
export const getRecordKind = (name: RecordType) => name.slice(0, -1) as RecordKind

/** What can be imported from a file: the rows of such types, and what customers owed when the business moved in. */
export type ImportKind = TypesWith<'isImported'> | 'opening-balances'
/** Paths of the lists whose records have their own pages. */
export type RecordListPath = `/${TypesWith<'hasRecordPages'>}`
export const recordListPaths = recordTypeNames
  .filter((name) => 'hasRecordPages' in recordTypes[name])
  .map((name) => `/${name}` as RecordListPath)
