/** What the rest of the product has to know about a kind of records. */
type RecordTypeInfo = {
  /** One record of it, as the search names it. */
  kind: string
  /** The plural, as a heading of lists of kinds. */
  label: string
  /** The title of its page. */
  heading: string
  /** What access for an API token includes. */
  scopeHint: string
  /** The order in which its page opens. */
  defaultSort: string
  /** Whether each record has a page of its own, at '/plural/5'. */
  hasRecordPages: boolean
  /** Whether it has figures above its list, which a call of its own computes. */
  hasSummary: boolean
  /** Whether rows of a file can be imported. */
  isImported: boolean
  /** The command that creates one, as the search offers it. */
  createLabel: string
}

/**
 * The kinds of records that a business keeps, in display order; the key is the name in URLs: '/items' is the page, '/api/items' the list. A new kind
 * is registered here, which gives it an API path, scopes for API tokens, live updates, a group of search results, its page's title and prefetched list,
 * and a place among what is readable offline.
 */
export const recordTypes = {
  invoices: {
    kind: 'invoice',
    label: 'Invoices',
    heading: 'Invoices',
    scopeHint: 'Including manual payments and emails',
    defaultSort: '-issueDate',
    hasRecordPages: true,
    hasSummary: true,
    isImported: false,
    createLabel: 'New invoice',
  },
  estimates: {
    kind: 'estimate',
    label: 'Estimates',
    heading: 'Estimates',
    scopeHint: 'Including emails',
    defaultSort: '-issueDate',
    hasRecordPages: true,
    hasSummary: true,
    isImported: false,
    createLabel: 'New estimate',
  },
  customers: {
    kind: 'customer',
    label: 'Customers',
    heading: 'Customers',
    scopeHint: 'Names, addresses and emails',
    defaultSort: 'name',
    hasRecordPages: true,
    hasSummary: true,
    isImported: true,
    createLabel: 'Add customer',
  },
  items: {
    kind: 'item',
    label: 'Items',
    heading: 'Items & Services',
    scopeHint: 'Items, services and prices',
    defaultSort: 'name',
    hasRecordPages: false,
    hasSummary: false,
    isImported: true,
    createLabel: 'Add item',
  },
  expenses: {
    kind: 'expense',
    label: 'Expenses',
    heading: 'Expenses',
    scopeHint: 'Including receipts',
    defaultSort: '-expenseDate',
    hasRecordPages: false,
    hasSummary: false,
    isImported: true,
    createLabel: 'Add expense',
  },
} as const satisfies Record<string, RecordTypeInfo>

type RecordTypes = typeof recordTypes
export type RecordType = keyof RecordTypes
/** One record's kind: 'invoice'. */
export type RecordKind = RecordTypes[RecordType]['kind']
/** The names whose `key` is true. */
type NamesWith<Key extends 'hasRecordPages' | 'isImported'> = {
  [N in RecordType]: RecordTypes[N][Key] extends true ? N : never
}[RecordType]

export const recordTypeNames = Object.keys(recordTypes) as RecordType[]
export const recordKinds: readonly RecordKind[] = recordTypeNames.map((name) => recordTypes[name].kind)

/** The kinds whose rows can be imported from a file. */
export type ImportKind = NamesWith<'isImported'>
/** Paths of the lists whose records have their own pages. */
export type RecordListPath = `/${NamesWith<'hasRecordPages'>}`
export const recordListPaths = recordTypeNames
  .filter((name) => recordTypes[name].hasRecordPages)
  .map((name) => `/${name}` as RecordListPath)
