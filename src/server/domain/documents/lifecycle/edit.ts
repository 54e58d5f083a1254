import type { z } from 'zod'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { AnyDocument, DocumentType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { lockCustomers } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { StaleVersionError } from '#server/platform/errors/app-error.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { explainConstraintError, insertLines, insertTax } from './content-rows.ts'
import { listChanges, type OwnFields } from './field-changes.ts'
import { refreshDocumentEntry } from './search-entry.ts'
import { computeVerifiedTotals } from './totals.ts'

type Line = z.output<typeof lineItemInput>

/** The fields that an edit saves. */
type EditedFields = {
  customerId: number
  number: string
  issueDate: Day
  endDate: Day
  taxRate: number
  totals: ReturnType<typeof computeVerifiedTotals>
  notes?: string | null | undefined
  terms?: string | null | undefined
  lineItems: readonly Line[]
}

type Edit = Omit<EditedFields, 'taxRate' | 'totals'> &
  Pick<Parameters<typeof computeVerifiedTotals>[0], 'taxAmount' | 'subtotal' | 'total'> & {
    taxRate?: number | undefined
    version?: number | undefined
  }

type EditRequest<Document extends AnyDocument> = {
  before: Document
  edit: Edit
  /** Gets the fields with type-specific names. */
  own: (document: Document) => OwnFields
  /** Converts the document to its reply, for the refusal of a stale copy. */
  toReply: (document: Document) => Document
  /** Type-specific validation; throws to refuse the edit. */
  check?: (before: Document) => void
  /** Applies the consequences of the new values: status, payments. @returns whether a change was requested */
  applyConsequences: (after: { isSaved: boolean; isTotalChanged: boolean }) => Promise<boolean>
  read: () => Promise<Document>
}

/**
 * Saves an edit of a document whose row is locked: fields, lines and totals, and their consequences. The changes are recorded in the history, field by
 * field; an edit without changes writes nothing.
 * @returns the saved document
 * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a stale copy or a taken number
 */
export const editDocument = async <Document extends AnyDocument>(
  db: UserDb,
  type: DocumentType,
  { before, edit, own, toReply, check, applyConsequences, read }: EditRequest<Document>,
): Promise<Document> => {
  if (edit.version !== undefined && edit.version !== before.version) throw new StaleVersionError(`This ${type.name}`, toReply(before))
  check?.(before)
  const taxRate = edit.taxRate ?? before.taxRate
  const totals = computeVerifiedTotals({ ...edit, taxRate, taxAmount: edit.taxAmount ?? keptCustomTax(edit, taxRate, before) })
  const saved = await saveEdit(db, type, { ...before, ...own(before) }, { ...edit, taxRate, totals })
  const isRequested = await applyConsequences({ isSaved: saved, isTotalChanged: totals.total !== before.total })
  if (!saved && !isRequested) return before
  const after = await read()
  const changes = listChanges(type, own, before, after)
  // Requesting the stored status of a document that is shown as overdue or expired changes nothing.
  if (saved || changes.length > 0) await recordEvent(db, type, before.id, 'edited', changes)
  return after
}

/** A custom tax amount is kept while the rate and the lines' prices are unchanged. */
const keptCustomTax = (edit: Edit, taxRate: number, before: AnyDocument) => {
  const samePrices =
    taxRate === before.taxRate &&
    edit.lineItems.length === before.lineItems.length &&
    edit.lineItems.every(({ quantity, unitPrice }, i) => {
      const line = before.lineItems[i]!
      return quantity === line.quantity && unitPrice === line.unitPrice
    })
  return before.taxIsCustom && samePrices ? before.taxAmount : undefined
}

// A sent document keeps its parties' details; a different customer's current details are stored instead.
const saveFieldsQuery = (type: DocumentType) => `
  update documents p set
    customer_snapshot = case when p.customer_snapshot is null or p.customer_id = $3 then p.customer_snapshot
      else (select ${customerJsonSql} from customers c where c.user_id = $1 and c.id = $3) end,
    customer_id = $3, number = $4, issue_date = $5, ${type.endColumn} = $6, subtotal = $7, net_amount = $7, tax_amount = $8, total = $9, home_total = $9,
    notes = $10, terms = $11, content_bytes = $12, version = p.version + 1, updated_at = now()
  where p.user_id = $1 and p.id = $2`

/**
 * Saves an edit's fields, lines and tax; the status is set elsewhere. Unchanged lines keep their rows, so that a deleted item can be attached to them again
 * when it is restored.
 * @returns false when nothing changed and nothing was written
 * @throws AppError 404 for a customer or item of another user, 409 for a taken number
 */
const saveEdit = async (
  db: UserDb,
  type: DocumentType,
  before: AnyDocument & Pick<EditedFields, 'number' | 'endDate'>,
  values: EditedFields,
): Promise<boolean> => {
  if (isUnchanged(before, values)) return false
  const { totals, lineItems } = values
  await lockDocuments(db)
  if (before.customerId !== values.customerId) lockCustomers(db, before.id, values.customerId)
  const lines = lineItems.map((line, i) => ({ ...line, position: i + 1, total: totals.lines[i]! }))
  const isKept = (i: number) => {
    const [was, is] = [before.lineItems[i], lineItems[i]]
    return was !== undefined && is !== undefined && isSameLine(was, is)
  }
  const removed = before.lineItems.filter((_, i) => !isKept(i)).map(({ id }) => id)
  try {
    await Promise.all([
      db.rows(
        saveFieldsQuery(type),
        [
          db.userId,
          before.id,
          values.customerId,
          values.number,
          values.issueDate,
          values.endDate,
          toDecimal(totals.subtotal),
          toDecimal(totals.tax),
          toDecimal(totals.total),
          values.notes || null,
          values.terms || null,
          computeContentBytes(values),
        ],
        `${type.name}s.edit`,
      ),
      db.rows('delete from document_lines where user_id = $1 and id = any($2)', [db.userId, removed], 'documents.remove-lines'),
      insertLines(
        db,
        before.id,
        lines.filter((_, i) => !isKept(i)),
      ),
      db.rows('delete from document_taxes where user_id = $1 and document_id = $2', [db.userId, before.id], 'documents.remove-taxes'),
      insertTax(db, before.id, values.taxRate, totals),
    ])
  } catch (error) {
    throw explainConstraintError(error, type, values.number)
  }
  await refreshDocumentEntry(db, before.id)
  return true
}

const isSameLine = (line: AnyDocument['lineItems'][number], { itemId = null, description, quantity, unitPrice }: Line) =>
  line.itemId === itemId && line.description === description && line.quantity === quantity && line.unitPrice === unitPrice

const isUnchanged = (before: Parameters<typeof saveEdit>[2], values: EditedFields) =>
  before.customerId === values.customerId &&
  before.number === values.number &&
  before.issueDate === values.issueDate &&
  before.endDate === values.endDate &&
  before.taxRate === values.taxRate &&
  before.taxAmount === values.totals.tax &&
  (before.notes ?? '') === (values.notes ?? '') &&
  (before.terms ?? '') === (values.terms ?? '') &&
  before.lineItems.length === values.lineItems.length &&
  before.lineItems.every((line, i) => isSameLine(line, values.lineItems[i]!))
