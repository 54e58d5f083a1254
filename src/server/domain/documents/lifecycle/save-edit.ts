import type { z } from 'zod'
import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { explainConstraintError } from './constraint-errors.ts'
import { lineColumnsSql, toLineRows } from './line-rows.ts'
import type { computeVerifiedTotals } from './totals.ts'

/** The fields that an edit saves. */
export type EditedFields = {
  customerId: number
  number: string
  issueDate: Day
  endDate: Day
  taxRate: number
  totals: ReturnType<typeof computeVerifiedTotals>
  notes?: string | null | undefined
  terms?: string | null | undefined
  lineItems: readonly z.output<typeof lineItemInput>[]
}

// A sent document keeps its parties' details; a different customer's current details are stored instead. Unchanged lines keep their rows, so that a
// deleted item can be attached to them again when it is restored.
const saveFields = (of: DocumentType) => `
  with gone as (
    delete from ${of.lines} l where l.user_id = $1 and l.${of.documentId} = $2 and not exists (
      select 1 from jsonb_to_recordset($14::jsonb) as line(${lineColumnsSql})
      where line.position = l.position and line.item_id is not distinct from l.item_id and line.description = l.description
        and line.quantity = l.quantity and line.unit_price = l.unit_price)
  )
  update ${of.documents} p set
    customer_as_sent = case when p.customer_as_sent is null or p.customer_id = $3 then p.customer_as_sent
      else (select ${customerJsonSql} from customers c where c.user_id = $1 and c.id = $3) end,
    customer_id = $3, ${of.numberColumn} = $4, issue_date = $5, ${of.endColumn} = $6, subtotal = $7, tax_rate = $8, tax_amount = $9, tax_is_custom = $10,
    total = $11, notes = $12, terms = $13, content_bytes = $15, version = p.version + 1, updated_at = now()
  where p.user_id = $1 and p.id = $2`
const addLines = (of: DocumentType) => `
  insert into ${of.lines} (user_id, ${of.documentId}, position, item_id, description, quantity, unit_price, total)
  select $1, $2, line.position, line.item_id, line.description, line.quantity, line.unit_price, line.total
  from jsonb_to_recordset($3::jsonb) as line(${lineColumnsSql})
  on conflict on constraint ${of.lines}_position_key do nothing`

/**
 * Saves an edit's fields and lines; the status is set elsewhere.
 * @returns false when nothing changed and nothing was written
 * @throws AppError 404 for a customer or item of another user, 409 for a taken number
 */
export const saveEdit = async (
  db: UserDb,
  of: DocumentType,
  before: AnyDocument & Pick<EditedFields, 'number' | 'endDate'>,
  values: EditedFields,
): Promise<boolean> => {
  const { totals } = values
  if (isAsBefore(before, values)) return false
  const lines = toLineRows(values.lineItems, totals.lines)
  await lockDocuments(db)
  try {
    await db.rows(
      saveFields(of),
      [
        db.userId,
        before.id,
        values.customerId,
        values.number,
        values.issueDate,
        values.endDate,
        toDecimal(totals.subtotal),
        toDecimal(values.taxRate),
        toDecimal(totals.tax),
        totals.taxIsCustom,
        toDecimal(totals.total),
        values.notes || null,
        values.terms || null,
        lines,
        computeContentBytes(values),
      ],
      `${of.documents}.edit`,
    )
    await db.rows(addLines(of), [db.userId, before.id, lines], `${of.documents}.edit-lines`)
  } catch (error) {
    throw explainConstraintError(error, of, values.number)
  }
  return true
}

const isAsBefore = (before: Parameters<typeof saveEdit>[2], values: EditedFields) =>
  before.customerId === values.customerId &&
  before.number === values.number &&
  before.issueDate === values.issueDate &&
  before.endDate === values.endDate &&
  before.taxRate === values.taxRate &&
  before.taxAmount === values.totals.tax &&
  (before.notes ?? '') === (values.notes ?? '') &&
  (before.terms ?? '') === (values.terms ?? '') &&
  before.lineItems.length === values.lineItems.length &&
  before.lineItems.every((line, i) => {
    const { itemId = null, description, quantity, unitPrice } = values.lineItems[i]!
    return line.itemId === itemId && line.description === description && line.quantity === quantity && line.unitPrice === unitPrice
  })
