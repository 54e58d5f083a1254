import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { StaleVersionError } from '#server/platform/errors/app-error.ts'
import { listChanges, type OwnFields } from './field-changes.ts'
import { type EditedFields, saveEdit } from './save-edit.ts'
import { computeVerifiedTotals } from './totals.ts'

type Edit = Omit<EditedFields, 'taxRate' | 'totals'> &
  Pick<Parameters<typeof computeVerifiedTotals>[0], 'taxAmount' | 'subtotal' | 'total'> & {
    taxRate?: number | undefined
    version?: number | undefined
  }

type Ask<PdfDocument extends AnyDocument> = {
  before: PdfDocument
  edit: Edit
  /** Gets the fields with type-specific names. */
  own: (document: PdfDocument) => OwnFields
  /** Converts the document to its reply, for the refusal of a stale copy. */
  shown: (document: PdfDocument) => PdfDocument
  /** Type-specific validation; throws to refuse the edit. */
  check?: (before: PdfDocument) => void
  /** Applies the consequences of the new values: status, payments. @returns whether a change was requested */
  follow: (after: { totalIsOther: boolean }) => Promise<boolean>
  read: () => Promise<PdfDocument>
}

/**
 * Saves an edit of a document whose row is locked: fields, lines and totals, and their consequences. The changes are recorded in the history, field by
 * field; an edit without changes writes nothing.
 * @returns the saved document
 * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a stale copy or a taken number
 */
export const editDocument = async <PdfDocument extends AnyDocument>(
  db: UserDb,
  of: DocumentType,
  { before, edit, own, shown, check, follow, read }: Ask<PdfDocument>,
): Promise<PdfDocument> => {
  if (edit.version !== undefined && edit.version !== before.version) throw new StaleVersionError(`This ${of.name}`, shown(before))
  check?.(before)
  const taxRate = edit.taxRate ?? before.taxRate
  const totals = computeVerifiedTotals({ ...edit, taxRate, taxAmount: edit.taxAmount ?? survivingTax(edit, taxRate, before) })
  const saved = await saveEdit(db, of, { ...before, ...own(before) }, { ...edit, taxRate, totals })
  const followed = await follow({ totalIsOther: totals.total !== before.total })
  if (!saved && !followed) return before
  const after = await read()
  const changes = listChanges(of, own, before, after)
  // Requesting the stored status of a document that is shown as overdue or expired changes nothing.
  if (saved || changes.length > 0) await recordEvent(db, of, before.id, 'edited', changes)
  return after
}

/** A custom tax amount is kept while the rate and the lines' prices are unchanged. */
const survivingTax = (edit: Edit, taxRate: number, before: AnyDocument) => {
  const samePrices =
    taxRate === before.taxRate &&
    edit.lineItems.length === before.lineItems.length &&
    edit.lineItems.every(({ quantity, unitPrice }, i) => {
      const line = before.lineItems[i]!
      return quantity === line.quantity && unitPrice === line.unitPrice
    })
  return before.taxIsCustom && samePrices ? before.taxAmount : undefined
}
