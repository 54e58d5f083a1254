const due = { column: 'due_date', field: 'dueDate', label: 'Due date', verb: 'Due' } as const
const expiry = { column: 'expiry_date', field: 'expiryDate', label: 'Expiry date', verb: 'Expires' } as const

/** What is said once of a type of document, for both sides. What its fields, routes and pages are, its module says. */
type DocumentInfo = {
  /** 'credit note': in sentences. */
  noun: string
  /** The field with its number. */
  numberField: string
  /** The day until which it can be paid or accepted; null for none. */
  end: typeof due | typeof expiry | null
  /** 'CN-2026-0001' by default. */
  numberPrefix: string
  /** Texts that it alone has, each in a column of its table: the label by the field. */
  ownTexts?: Readonly<Record<string, string>>
  /** The customer's page is below it, at '/credit-note/a1b2c3'. */
  publicPath: string
}

/** What the rest of the product has to know about a type of record. */
type RecordTypeInfo = {
  /** The order in which its page opens. */
  defaultSort: string
  /** Its page's title; the words of the type, if missing. */
  heading?: string
  /** What access of an API token includes. */
  scopeHint: string
  /** Each record has a page of its own, at '/customers/5'. A document opens beside its list there. */
  hasRecordPages?: true
  /** Rows of a file can be imported. */
  isImported?: true
  document?: DocumentInfo
}

/**
 * The types of records that a business keeps, in display order; the key is the plural, and the name in URLs: '/items' is the page, '/api/items' the list.
 * A new type is registered here, which gives it scopes for API tokens, live updates, a group of search results, its page's prefetched list, and
 * a place among what is readable offline.
 */
const recordTypes = {
  invoices: {
    defaultSort: '-issueDate',
    scopeHint: 'Including manual payments and emails',
    document: {
      noun: 'invoice',
      numberField: 'invoiceNumber',
      end: due,
      numberPrefix: 'INV-',
      publicPath: '/pay-invoice',
    },
  },
  estimates: {
    defaultSort: '-issueDate',
    scopeHint: 'Including emails',
    document: {
      noun: 'estimate',
      numberField: 'estimateNumber',
      end: expiry,
      numberPrefix: 'EST-',
      publicPath: '/review-estimate',
    },
  },
  'credit-notes': {
    defaultSort: '-issueDate',
    scopeHint: 'Including refunds by hand and emails',
    document: {
      noun: 'credit note',
      numberField: 'creditNoteNumber',
      end: null,
      numberPrefix: 'CN-',
      publicPath: '/credit-note',
    },
  },
  customers: { defaultSort: 'name', scopeHint: 'Names, addresses and emails', hasRecordPages: true, isImported: true },
  items: { defaultSort: 'name', heading: 'Items & Services', scopeHint: 'Items, services, prices and tax rates', isImported: true },
  expenses: { defaultSort: '-expenseDate', scopeHint: 'Including receipts', isImported: true },
} as const satisfies Record<`${string}s`, RecordTypeInfo>

type RecordTypes = typeof recordTypes
export type RecordType = keyof RecordTypes
type KindOf<Name> = Name extends `${infer Kind}s` ? Kind : never
/** One record: 'invoice' for the type 'invoices'. */
export type RecordKind = KindOf<RecordType>
/** The types that have one of the properties. */
type TypesWith<Key extends keyof RecordTypeInfo> = {
  [N in RecordType]: Key & keyof RecordTypes[N] extends never ? never : N
}[RecordType]

export const recordTypeNames = Object.keys(recordTypes) as RecordType[]
export const getRecordKind = (name: RecordType) => name.slice(0, -1) as RecordKind
/** 'Credit Notes', 'Items & Services' */
export const getRecordHeading = (name: RecordType): string => recordInfo[name].heading ?? toTitle(name.replaceAll('-', ' '))
/** 'Credit Note' */
export const toTitle = (words: string): string => words.replace(/(^|\s)\w/g, (letter) => letter.toUpperCase())
export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
export const recordInfo: Readonly<Record<RecordType, RecordTypeInfo>> = recordTypes

/** The types of documents: 'invoice' for 'invoices'. */
export type DocumentKind = KindOf<TypesWith<'document'>>
type Declared<Kind extends DocumentKind> = RecordTypes[`${Kind}s`]['document']
/** What is said of each type of document, in display order, its noun as a title, and with its article: 'Credit note', 'A credit note'. */
export const documentInfo = Object.fromEntries(
  recordTypeNames.flatMap((name) => {
    const { document } = recordInfo[name]
    if (!document) return []
    const { noun } = document
    const withArticle = `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`
    return [[getRecordKind(name), { ownTexts: {}, ...document, title: capitalize(noun), withArticle }]]
  }),
) as {
  readonly [Kind in DocumentKind]: Declared<Kind> & {
    title: Capitalize<Declared<Kind>['noun']>
    withArticle: string
    ownTexts: Readonly<Record<string, string>>
  }
}
export const documentKinds = Object.keys(documentInfo) as DocumentKind[]

/** What can be imported from a file: the rows of such types, and what customers owed when the business moved in. */
export type ImportKind = TypesWith<'isImported'> | 'opening-balances'
/** Paths of the lists of records that have paths of their own. */
export type RecordListPath = `/${TypesWith<'hasRecordPages' | 'document'>}`
export const recordListPaths = recordTypeNames
  .filter((name) => recordInfo[name].hasRecordPages || recordInfo[name].document)
  .map((name) => `/${name}` as RecordListPath)
