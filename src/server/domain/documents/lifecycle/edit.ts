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
  /** What the kind has under names of its own. */
  own: (document: PdfDocument) => OwnFields
  /** The paper as replies show it, for a refused save of a stale copy. */
  shown: (document: PdfDocument) => PdfDocument
  /** Refuses by throwing what only this kind refuses. */
  check?: (before: PdfDocument) => void
  /** What follows from the fields' new values: status, payments. @returns whether anything was asked of it */
  follow: (after: { totalIsOther: boolean }) => Promise<boolean>
  read: () => Promise<PdfDocument>
}

/**
 * Saves an edit of a paper whose row is held: fields, lines and totals, and what follows from them. What changed is written into its history, field by
 * field; an edit that changes nothing writes nothing.
 * @returns the paper as it is now
 * @throws AppError 400 for sums that don't fit, 404 for a customer or item that isn't the user's, 409 for a stale copy or a number that is taken
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
  // A wish for the status that is stored already, while another one shows by its date, changes nothing.
  if (saved || changes.length > 0) await recordEvent(db, of, before.id, 'edited', changes)
  return after
}

/** A typed tax amount stands as long as what it was typed for does. */
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
