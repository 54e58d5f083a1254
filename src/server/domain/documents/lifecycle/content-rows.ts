import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { ContentTotals } from '#shared/content-totals.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { LineKind, LineTotals } from '#shared/document-totals.ts'
import type { HomeTotals } from '#shared/exchange-rates.ts'
import { type Amount, toDecimal } from '#shared/money.ts'

export class NumberTakenError extends AppError {
  constructor(type: DocumentType, number: string) {
    const message = `The ${type.noun} number ${number} is taken already`
    super(409, message, { issues: [{ path: type.numberField, message }] })
  }
}

export const explainConstraintError = (error: unknown, type: DocumentType, number: string): unknown => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'documents_number_key') return new NumberTakenError(type, number)
  if (constraint === 'documents_opening_balance') {
    const message = 'An opening balance has no tax: the tax was part of the old invoice.'
    return new AppError(400, message, { issues: [{ path: 'taxRate', message }] })
  }
  if (constraint === 'documents_customer_fk') return notFound('Customer')
  if (constraint === 'document_lines_item_fk') return notFound('Item')
  return error
}

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
  const rows = lines.map((line, i) => {
    const amount = addValue(toDecimal(line.amount))
    const id = ids[i] === undefined ? 'default' : addValue(ids[i])
    const others = [line.position, line.itemId ?? null, line.description, line.quantity, line.unitPrice].map(addValue)
    if (arePlain) return `($1, $2, $3, ${id}, ${others.join(', ')}, ${amount}, ${amount}, ${amount})`
    const own = [
      line.kind ?? 'item',
      line.unitCode ?? 'C62',
      line.discountPercent ?? null,
      line.creditedLineId,
      line.sourceLineId ?? null,
      line.groupNo,
      ...[line.discount, line.total, line.net, line.documentDiscount, line.documentDiscountNet].map(toDecimal),
    ].map(addValue)
    return `($1, $2, $3, ${id}, ${others.join(', ')}, ${amount}, ${own.join(', ')})`
  })
  const columns = arePlain
    ? 'amount, total, net'
    : 'amount, kind, unit_code, discount_percent, credited_line_id, source_line_id, tax_group, discount_amount, total, net, document_discount, document_discount_net'
  const text = `insert into document_lines (user_id, document_id, decimals, id, position, item_id, description, quantity, unit_price, ${columns})
    values ${rows.join(', ')}`
  const known = ids.filter((id) => id !== undefined).length
  const isPrepared = lines.length <= maxPreparedLines && (known === 0 || known === lines.length)
  const name = `documents.insert-${lines.length}-${arePlain ? '' : 'full-'}lines${known > 0 ? '-by-id' : ''}`
  await db.rows(text, values, isPrepared ? name : undefined)
}

/** A row for each component of each group. @param home null in the home currency, and while no exchange rate is known */
export const insertTaxes = (db: UserDb, document: DocumentKey, { taxes, taxIsCustom }: ContentTotals, home: HomeTotals | null): void => {
  for (const { groupNo, componentNo, taxRateId, name, category, exemption, percent, isCompound, base, amount } of taxes) {
    const inHome = home?.groups[groupNo - 1]?.taxes[componentNo - 1]
    db.send(
      `insert into document_taxes (user_id, document_id, decimals, group_no, component_no, tax_rate_id, name, category, exemption, percent, is_compound, base, amount, is_typed,
                                   home_base, home_amount)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        ...[
          db.userId,
          document.id,
          getCurrencyDecimals(document.currency),
          groupNo,
          componentNo,
          taxRateId,
          name,
          category,
          exemption,
          percent,
          isCompound,
        ],
        ...[
          toDecimal(base),
          toDecimal(amount),
          taxIsCustom,
          inHome ? toDecimal(inHome.base) : null,
          inHome ? toDecimal(inHome.amount) : null,
        ],
      ],
      'documents.insert-tax',
    )
  }
}
