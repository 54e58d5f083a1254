import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import { type Cents, toDecimal } from '#shared/money.ts'
import type { VerifiedTotals } from './totals.ts'

export class NumberTakenError extends AppError {
  constructor(type: DocumentType, number: string) {
    const message = `The ${type.name} number ${number} is taken already`
    super(409, message, { issues: [{ path: type.numberField, message }] })
  }
}

/** Converts constraint violations of a document's write to AppErrors with messages for the user; returns other errors unchanged. */
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

type NewLine = z.output<typeof lineItemInput> & { position: number; total: Cents }

/** Statements with up to this many lines are prepared; each number of lines has one. */
const maxPreparedLines = 12

/** An expression of the ids for new lines, as an array. PostgreSQL would plan it again each time for a number of lines instead of their positions. */
export const drawLineIdsSql = (positions: string): string =>
  `array(select nextval('document_lines_id_seq') from unnest(${positions}::int[]))`

/** Inserts lines of a document. @param ids ids that are drawn already, one for each line */
export const insertLines = async (db: UserDb, documentId: number, lines: readonly NewLine[], ids?: readonly number[]): Promise<void> => {
  if (lines.length === 0) return
  const values: unknown[] = [db.userId, documentId]
  const addValue = (value: unknown) => `$${values.push(value)}`
  const rows = lines.map(({ position, itemId, description, quantity, unitPrice, total }, i) => {
    const sum = addValue(toDecimal(total))
    const others = [position, itemId ?? null, description, toDecimal(quantity), toDecimal(unitPrice)].map(addValue)
    return `($1, $2, ${ids ? addValue(ids[i]) : 'default'}, ${others.join(', ')}, ${sum}, ${sum}, ${sum})`
  })
  const text = `insert into document_lines (user_id, document_id, id, position, item_id, description, quantity, unit_price, amount, total, net)
    values ${rows.join(', ')}`
  const name = lines.length <= maxPreparedLines ? `documents.insert-${lines.length}-lines${ids ? '-by-id' : ''}` : undefined
  await db.rows(text, values, name)
}

/** Inserts the tax of a document; one without rate and amount has none. */
export const insertTax = (db: UserDb, documentId: number, taxRate: number, { subtotal, tax, taxIsCustom }: VerifiedTotals): void => {
  if (taxRate === 0 && tax === 0) return
  db.send(
    'insert into document_taxes (user_id, document_id, percent, base, amount, is_typed) values ($1, $2, $3, $4, $5, $6)',
    [db.userId, documentId, toDecimal(taxRate), toDecimal(subtotal), toDecimal(tax), taxIsCustom],
    'documents.insert-tax',
  )
}
