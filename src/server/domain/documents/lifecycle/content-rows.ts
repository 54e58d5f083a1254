import type { z } from 'zod'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import { type DocumentType, readText } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { documentLines, documentTaxes } from '#server/platform/db/schema/index.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { ContentTotals } from '#shared/content-totals.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentReferences, pickReferences, referenceNames } from '#shared/document-references.ts'
import type { LineKind, LineTotals } from '#shared/document-totals.ts'
import type { EarlyDiscount } from '#shared/early-discounts.ts'
import type { HomeTotals } from '#shared/exchange-rates.ts'
import { type Amount, zero } from '#shared/money.ts'
import { documentInfo, documentKinds } from '#shared/record-types.ts'
import type { Withholding } from '#shared/withholding.ts'
import type { StoredRate } from './exchange-rate.ts'

export class NumberTakenError extends AppError {
  constructor(type: DocumentType, number: string) {
    const message = `The ${type.noun} number ${number} is taken already`
    super(409, message, { issues: [{ path: type.numberField, message }] })
  }
}

export const explainConstraintError = (error: unknown, type: DocumentType, number: string): unknown => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'documents_number_key') return new NumberTakenError(type, number)
  if (constraint === 'documents_customer_fk') return notFound('Customer')
  if (constraint === 'document_lines_item_fk') return notFound('Item')
  return error
}

/** The columns of a document that a creation and an edit write. */
export const contentFields = [
  ...([
    'number',
    'hasNumber',
    'customerId',
    'issueDate',
    'dueDate',
    'expiryDate',
    'deliveryDate',
    'deliveryUntil',
    'notes',
    'terms',
    'contentBytes',
  ] as const),
  ...(['currency', 'decimals', 'exchangeRate', 'rateDay', 'rateSource', 'homeTotal'] as const),
  ...(['pricesIncludeTax', 'discountPercent', 'discountAmount', 'chargeAmount', 'subtotal', 'netAmount', 'taxAmount'] as const),
  ...(['rounding', 'lastCent', 'total', 'earlyDiscountPercent', 'earlyDiscountDays', 'withholdingPercent', 'withheld'] as const),
  ...referenceNames,
  ...documentKinds.flatMap((kind) => Object.keys(documentInfo[kind].ownTexts) as never[]),
] as const

type Content = Parameters<typeof computeContentBytes>[0] & {
  number: string
  hasNumber: boolean
  customerId: number
  issueDate: Day
  endDate: Day | null
  deliveryDate?: Day | null | undefined
  deliveryUntil?: Day | null | undefined
  currency: Currency
  pricesIncludeTax?: boolean | undefined
  discountPercent?: string | null | undefined
  lastCent: Amount
} & Partial<EarlyDiscount & Withholding> &
  Partial<Record<keyof DocumentReferences, string | null | undefined>>

export const toContentRow = ({ end, ownTexts }: DocumentType, content: Content, totals: ContentTotals, rate: StoredRate) => ({
  ...{ ...content, ...totals, ...rate },
  ...{ deliveryDate: content.deliveryDate, deliveryUntil: content.deliveryUntil, discountPercent: content.discountPercent },
  ...{ earlyDiscountPercent: content.earlyDiscountPercent, earlyDiscountDays: content.earlyDiscountDays },
  ...{ withholdingPercent: content.withholdingPercent, withheld: content.withheld ?? zero },
  dueDate: end?.field === 'dueDate' ? content.endDate : null,
  expiryDate: end?.field === 'expiryDate' ? content.endDate : null,
  notes: content.notes || null,
  terms: content.terms || null,
  ...pickReferences(content),
  ...Object.fromEntries(Object.keys(ownTexts).map((name) => [name, readText(content, name) || null])),
  contentBytes: computeContentBytes(content, totals.taxes),
  decimals: getCurrencyDecimals(content.currency),
  pricesIncludeTax: content.pricesIncludeTax ?? false,
  discountAmount: totals.discount,
  chargeAmount: totals.charges,
})

/** Statements with up to this many lines are prepared; each number of lines has one. */
const maxPreparedLines = 12

/** PostgreSQL would plan it again each time for a number of lines instead of their positions. */
export const drawLineIdsSql = (positions: string): string =>
  `array(select nextval('document_lines_id_seq') from unnest(${positions}::int[]))`

/** A line of a document: one of a request, the deduction of a deposit, or a part of a line of an estimate. */
export type LineInput = Omit<z.output<typeof lineItemInput>, 'kind'> & {
  kind?: LineKind | undefined
  sourceLineId?: number | null | undefined
}

export type NewLine = LineInput & LineTotals<Amount> & { position: number; groupNo: number; creditedLineId: number | null }

/** @param creditedIds of a credit note, for each line the line of the invoice */
export const toNewLines = (
  lineItems: readonly LineInput[],
  { lines, groupNos }: ContentTotals,
  creditedIds: readonly (number | null)[] = [],
): NewLine[] =>
  lineItems.map((line, i) => ({
    ...line,
    ...lines[i]!,
    position: i + 1,
    groupNo: groupNos[i]!,
    creditedLineId: creditedIds[i] ?? null,
  }))

/** Most lines have nothing but a quantity and a price, and their statement is shorter. */
const isPlain = ({ kind = 'item', unitCode = 'C62', creditedLineId, sourceLineId, discountPercent, ...line }: NewLine) =>
  kind === 'item' &&
  creditedLineId === null &&
  sourceLineId == null &&
  unitCode === 'C62' &&
  discountPercent == null &&
  line.discount === 0 &&
  line.groupNo === 1 &&
  line.documentDiscount === 0 &&
  line.net === line.total

/** The currency gives the number of decimals of the amounts, which the database compares with the document's. */
type DocumentKey = { id: number; currency: Currency }

const plainFields = ['position', 'itemId', 'description', 'quantity', 'unitPrice', 'amount', 'total', 'net'] as const
const plainLine = describeRow(documentLines, plainFields)
const fullLine = describeRow(documentLines, [
  ...plainFields,
  ...(['kind', 'unitCode', 'discountPercent', 'discountAmount', 'creditedLineId', 'sourceLineId', 'taxGroup'] as const),
  ...(['documentDiscount', 'documentDiscountNet'] as const),
])

/** @param ids for each line an id that is drawn already or was its own; undefined for a new one */
export const insertLines = async (
  db: UserDb,
  document: DocumentKey,
  lines: readonly NewLine[],
  ids: readonly (number | undefined)[] = [],
): Promise<void> => {
  if (lines.length === 0) return
  const values: unknown[] = [db.userId, document.id, getCurrencyDecimals(document.currency)]
  const addValue = (value: unknown) => `$${values.push(value)}`
  const arePlain = lines.every(isPlain)
  const { names, list } = arePlain ? plainLine : fullLine
  const rows = lines.map((line, i) => {
    const row = {
      ...line,
      itemId: line.itemId,
      kind: line.kind ?? 'item',
      unitCode: line.unitCode ?? 'C62',
      sourceLineId: line.sourceLineId,
    }
    const own = list({ ...row, discountPercent: line.discountPercent, discountAmount: line.discount, taxGroup: line.groupNo }).map(addValue)
    return `($1, $2, $3, ${ids[i] === undefined ? 'default' : addValue(ids[i])}, ${own.join(', ')})`
  })
  const text = `insert into document_lines (user_id, document_id, decimals, id, ${names}) values ${rows.join(', ')}`
  const known = ids.filter((id) => id !== undefined).length
  const isPrepared = lines.length <= maxPreparedLines && (known === 0 || known === lines.length)
  const name = `documents.insert-${lines.length}-${arePlain ? '' : 'full-'}lines${known > 0 ? '-by-id' : ''}`
  await db.rows(text, values, isPrepared ? name : undefined)
}

const taxRow = describeRow(documentTaxes, [
  ...(['groupNo', 'componentNo', 'taxRateId', 'name', 'category', 'exemption', 'percent', 'isCompound'] as const),
  ...(['base', 'amount', 'isTyped', 'homeBase', 'homeAmount'] as const),
])
const insertTaxQuery = `insert into document_taxes (user_id, document_id, decimals, ${taxRow.names}) values ($1, $2, $3, ${taxRow.values('$4')})`

/** A row for each component of each group. @param home null in the home currency, and while no exchange rate is known */
export const insertTaxes = (db: UserDb, document: DocumentKey, { taxes, taxIsCustom }: ContentTotals, home: HomeTotals | null): void => {
  for (const tax of taxes) {
    const inHome = home?.groups[tax.groupNo - 1]?.taxes[tax.componentNo - 1]
    const row = taxRow.encode({ ...tax, isTyped: taxIsCustom, homeBase: inHome?.base, homeAmount: inHome?.amount })
    db.send(insertTaxQuery, [db.userId, document.id, getCurrencyDecimals(document.currency), row], 'documents.insert-tax')
  }
}
