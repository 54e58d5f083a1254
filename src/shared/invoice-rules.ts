import type { Day } from './dates.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** A status as it is read. */
export const statusLabels: Record<InvoiceStatus, string> = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' }

/** A sent invoice whose due date is over is overdue, seen from `today`: nobody has to set it. */
export const getInvoiceStatus = (stored: InvoiceStatus, dueDate: Day, today: Day): InvoiceStatus =>
  stored === 'sent' && dueDate < today ? 'overdue' : stored

// Rules are asked twice: by the server before it acts and by the screen before it offers. `true`, or why not.

/** May the invoice go out by e-mail? */
export const mayEmail = (invoice: {
  status: InvoiceStatus
  customer: { email: string | null }
}): true | 'already paid' | 'no e-mail address' =>
  invoice.status === 'paid' ? 'already paid' : invoice.customer.email ? true : 'no e-mail address'

/** May a payment link be made for it? */
export const mayCollect = (invoice: { status: InvoiceStatus }): true | 'already paid' => (invoice.status === 'paid' ? 'already paid' : true)

/** Does its customer get a receipt for a payment that is recorded by hand, unless its owner says otherwise? A draft never reached the customer. */
export const sendsReceipt = (invoice: { status: InvoiceStatus }): boolean => invoice.status !== 'draft'

/** Do customers see it on public pages? Drafts are nobody's business. */
export const isPublic = (invoice: { status: InvoiceStatus }): boolean => invoice.status !== 'draft'

export const tooSmallQuantity = 'Quantity must be at least 1'

/** A line of an edit. `id` names the saved line that it is, null says that it is new; without it, the saved line is looked for. */
type EditedLine = { id?: number | null | undefined; description: string; quantity: number }
type SavedLine = { id: number; description: string; quantity: number }

/**
 * The lines of an edited invoice whose quantity (in hundredths) is too small. A quantity that is typed in an edit is at least 1. A smaller one stays
 * valid while its saved line is left alone, so that no edit refuses what creation accepted; each saved line stands for one line of the edit.
 * @returns their indexes
 */
export const findTooSmallLines = (edited: readonly EditedLine[], saved: readonly SavedLine[]): number[] => {
  const knownIds = new Set(saved.map(({ id }) => id))
  const isNamed = ({ id }: EditedLine) => id === null || (id !== undefined && knownIds.has(id))
  const sameLine: ((line: EditedLine, at: number, before: SavedLine) => boolean)[] = [
    (line, _, before) => line.id === before.id,
    (line, _, before) => !isNamed(line) && line.description === before.description,
    (line, at, before) => !isNamed(line) && before === saved[at],
  ]
  const free = new Set(saved.filter(({ quantity }) => quantity < 100))
  let small = edited.flatMap(({ quantity }, at) => (quantity < 100 ? [at] : []))
  for (const isSame of sameLine)
    small = small.filter((at) => {
      const line = edited[at]!
      const before = [...free].find((one) => one.quantity === line.quantity && isSame(line, at, one))
      return !before || !free.delete(before)
    })
  return small
}
