import type { UserDb } from '#server/platform/db/client.ts'
import { StaleCopyError } from '#server/platform/errors.ts'
import type { AnyPaper } from './any-paper.ts'
import { changesOf, type OwnFacts } from './changes.ts'
import { noteEvent } from './history.ts'
import type { PaperKind } from './kind.ts'
import { type EditedFields, saveEdit } from './save-edit.ts'
import { checkedTotals } from './totals.ts'

type Edit = Omit<EditedFields, 'taxRate' | 'totals'> &
  Pick<Parameters<typeof checkedTotals>[0], 'taxAmount' | 'subtotal' | 'total'> & {
    taxRate?: number | undefined
    version?: number | undefined
  }

type Ask<Paper extends AnyPaper> = {
  before: Paper
  edit: Edit
  /** What the kind has under names of its own. */
  own: (paper: Paper) => OwnFacts
  /** The paper as replies show it, for a refused save of a stale copy. */
  shown: (paper: Paper) => Paper
  /** Refuses by throwing what only this kind refuses. */
  check?: (before: Paper) => void
  /** What follows from the fields' new values: status, payments. @returns whether anything was asked of it */
  follow: (after: { totalIsOther: boolean }) => Promise<boolean>
  read: () => Promise<Paper>
}

/**
 * Saves an edit of a paper whose row is held: fields, lines and totals, and what follows from them. What changed is written into its history, field by
 * field; an edit that changes nothing writes nothing.
 * @returns the paper as it is now
 * @throws AppError 400 for sums that don't fit, 404 for a customer or item that isn't the user's, 409 for a stale copy or a number that is taken
 */
export const editPaper = async <Paper extends AnyPaper>(
  db: UserDb,
  of: PaperKind,
  { before, edit, own, shown, check, follow, read }: Ask<Paper>,
): Promise<Paper> => {
  if (edit.version !== undefined && edit.version !== before.version) throw new StaleCopyError(`This ${of.name}`, shown(before))
  check?.(before)
  const taxRate = edit.taxRate ?? before.taxRate
  const totals = checkedTotals({ ...edit, taxRate, taxAmount: edit.taxAmount ?? survivingTax(edit, taxRate, before) })
  const saved = await saveEdit(db, of, { ...before, ...own(before) }, { ...edit, taxRate, totals })
  const followed = await follow({ totalIsOther: totals.total !== before.total })
  if (!saved && !followed) return before
  const after = await read()
  const changes = changesOf(of, own, before, after)
  // A wish for the status that is stored already, while another one shows by its date, changes nothing.
  if (saved || changes.length > 0) await noteEvent(db, of, before.id, 'edited', changes)
  return after
}

/** A typed tax amount stands as long as what it was typed for does. */
const survivingTax = (edit: Edit, taxRate: number, before: AnyPaper) => {
  const samePrices =
    taxRate === before.taxRate &&
    edit.lineItems.length === before.lineItems.length &&
    edit.lineItems.every(({ quantity, unitPrice }, i) => {
      const line = before.lineItems[i]!
      return quantity === line.quantity && unitPrice === line.unitPrice
    })
  return before.taxIsCustom && samePrices ? before.taxAmount : undefined
}
