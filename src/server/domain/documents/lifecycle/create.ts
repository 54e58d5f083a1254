import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { type Actor, ownerNameSql } from '#server/domain/documents/history.ts'
import { drawNumber } from '#server/domain/documents/numbering/next-number.ts'
import { newPublicId } from '#server/domain/documents/public-id.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { JsonText } from '#server/platform/http/route.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { EstimateInput } from '#shared/contract/estimates.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { explainConstraintError, lineColumnsSql, toLineRows } from './line-rows.ts'
import { computeVerifiedTotals } from './totals.ts'

type SharedField =
  | 'customerId'
  | 'issueDate'
  | 'taxRate'
  | 'taxAmount'
  | 'subtotal'
  | 'total'
  | 'notes'
  | 'terms'
  | 'lineItems'
  | 'drawNumber'
export type NewDocument = Pick<InvoiceInput & EstimateInput, SharedField> & {
  number: string
  /** The due date or expiry date. */
  endDate: Day
  /** Changes and author of the 'created' event; the author is null for the owner. */
  firstEvent?: { changes: FieldChange[]; by: Actor | null }
}

/** The estimate that an invoice is converted from, and who converts it; null for the owner. */
export type SourceEstimate = { estimateId: number; estimateNumber: string; by: Actor | null }

export type CreatedDocument = { id: number; number: string; reply: JsonText }

type TypeSpecific = {
  /** A query about user $1 that returns one row if the user may create the document, and locks the user's row (see `lockDocuments`). */
  limitCheck: string
  /** The record of the reply, in SQL with the inserted rows as `made` and `lines`; $2 and $3 as in `buildRecordSql`. */
  reply: string
  /** A column that only this type has, with its SQL type. */
  column?: { name: string; type: string }
}

/**
 * Prepares the creation of drafts of a type. Limit check, document, lines, public id and history are one prepared statement in the caller's
 * transaction.
 */
export const prepareCreate = (type: DocumentType, { limitCheck, reply, column }: TypeSpecific) => {
  // The statement doesn't see the rows that it inserts, so the reply is built from what the inserts return.
  const insertAll = `
  with allowed as (${limitCheck}), made as (
    insert into ${type.table} (user_id, customer_id, ${type.numberColumn}, status, issue_date, ${type.endColumn}, subtotal, tax_rate, tax_amount, tax_is_custom, total, notes, terms, content_bytes${column ? `, ${column.name}` : ''})
    select $1, $4::int, $5, 'draft', $6::date, $7::date, $8::numeric, $9::numeric, $10::numeric, $11::boolean, $12::numeric, $13, $14, $19::int${column ? `, $20::${column.type}` : ''} from allowed
    returning *
  ), lines as (
    insert into ${type.lineTable} (user_id, ${type.idColumn}, position, item_id, description, quantity, unit_price, total)
    select $1, made.id, line.position, line.item_id, line.description, line.quantity, line.unit_price, line.total
    from made, jsonb_to_recordset($15::jsonb) as line(${lineColumnsSql})
    returning *
  ), public as (
    insert into ${type.publicIdTable} (public_id, user_id, ${type.idColumn}) select $16, $1, made.id from made
  ), event as (
    insert into ${type.eventTable} (user_id, ${type.idColumn}, kind, by, changes)
    select $1, made.id, 'created', coalesce($17, ${ownerNameSql}), $18::jsonb from made, users u where u.id = $1
  )
  select reply.id, row_to_json(reply)::text as text from (${reply}) reply`

  /**
   * @param own the value of the type's own column
   * @returns the new row's id, its number, and the reply; null when the limit check refused it
   * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a taken number
   */
  return async (db: UserDb, input: NewDocument, today: Day, own?: number | null): Promise<CreatedDocument | null> => {
    const totals = computeVerifiedTotals(input)
    const number = input.drawNumber ? await drawNumber(db, type, today) : input.number
    const values = [
      db.userId,
      today,
      // A draft has no public page yet.
      '',
      input.customerId,
      number,
      input.issueDate,
      input.endDate,
      toDecimal(totals.subtotal),
      toDecimal(input.taxRate),
      toDecimal(totals.tax),
      totals.taxIsCustom,
      toDecimal(totals.total),
      input.notes || null,
      input.terms || null,
      toLineRows(input.lineItems, totals.lines),
      newPublicId(),
      input.firstEvent?.by ?? null,
      JSON.stringify(input.firstEvent?.changes ?? []),
      computeContentBytes(input),
      ...(column ? [own ?? null] : []),
    ]
    const [made] = await db.rows<{ id: number; text: string }>(insertAll, values, `${type.table}.create`).catch((error: unknown) => {
      throw explainConstraintError(error, type, number)
    })
    return made ? { id: made.id, number, reply: new JsonText(made.text) } : null
  }
}
