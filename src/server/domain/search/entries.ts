import type { RecordModel } from '#model/record.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { referenceNames } from '#shared/document-references.ts'
import { type Amount, toDecimal } from '#shared/money.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { buildBody, buildNameLine } from './body.ts'

/** An entry of the search index; the amount is decimal text. */
export type SearchEntry = {
  kind: SearchKind
  id: number
  title: string
  subtitle: string | null
  body: string
  amount: string | null
  day: string | null
}

/** The details by which a customer's documents are found. */
export type CustomerNames = { name: string; company?: string | null | undefined; email?: string | null | undefined }

/** What the search knows of an invoice or an estimate. */
export type SearchedDocument = {
  kind: DocumentKind
  id: number
  /** Null for a draft that has none yet. */
  number: string | null
  /** The customer's current details. */
  customer: CustomerNames
  /** The customer's details as sent; null for a draft. */
  snapshot: CustomerNames | null
  /** Its references, notes and terms. */
  texts: readonly (string | null)[]
  /** Of the lines, in their order. */
  descriptions: readonly string[]
  total: Amount
  issueDate: string
}

/** Of the document with the alias: what `texts` are. */
export const documentTextsSql = (document: string): string =>
  [...referenceNames, 'notes', 'terms'].map((name) => `${document}.${getColumnName(name)}`).join(', ')

/** The line of an entry with the names of a customer. */
export const buildCustomerLine = ({ name, company, email }: CustomerNames): string => buildNameLine([name, company ?? null, email ?? null])

/** Builds the entry of a document. A sent one is found by the customer's details as sent and by the current ones. */
export const buildDocumentEntry = ({ kind, id, number, customer, snapshot, ...document }: SearchedDocument): SearchEntry => {
  const { name, company, email } = snapshot ?? customer
  const amount = toDecimal(document.total)
  const body = buildBody({
    title: number ?? '',
    more: [...document.texts, ...document.descriptions],
    names: [name, company ?? null, email ?? null],
    amount,
  })
  const currentLine = buildCustomerLine(customer)
  const isRenamed = snapshot !== null && currentLine !== buildCustomerLine(snapshot)
  return {
    kind,
    id,
    title: number ?? `Draft ${documentInfo[kind].noun}`,
    subtitle: name,
    body: `${body}\n${isRenamed ? currentLine : ''}`,
    amount,
    day: document.issueDate,
  }
}

/** A row of a record, with its columns by property. */
export type RecordRow = { id: number } & Readonly<Record<string, unknown>>

/** Builds the entry of a customer, an item or an expense. */
export const buildRecordEntry = (model: RecordModel, row: RecordRow): SearchEntry => {
  const title = String(row[model.title])
  const { subtitle, names, more } = model.getSearchTexts(row as never)
  const value = model.amount === null ? null : (row[model.amount] as Amount | string)
  const amount = typeof value === 'number' ? toDecimal(value) : value
  const body = buildBody({ title, more, names, amount })
  return { kind: model.kind, id: row.id, title, subtitle, body, amount, day: model.day === null ? null : String(row[model.day]) }
}
