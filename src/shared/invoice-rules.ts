import type { Day } from './dates.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** A status as it is read. */
export const statusWords: Record<InvoiceStatus, string> = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' }

/** A sent invoice whose due date is over is overdue, seen from `today`: nobody has to set it. */
export const statusOn = (stored: InvoiceStatus, dueDate: Day, today: Day): InvoiceStatus =>
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

/**
 * May a line of an edited invoice have this quantity (in hundredths)? One that is typed there is at least 1; a smaller one that a saved line
 * has already stays valid, so that no edit refuses what creation accepted.
 */
export const mayHaveQuantity = (quantity: number, saved: readonly { quantity: number }[]): true | 'Quantity must be at least 1' =>
  quantity >= 100 || saved.some((line) => line.quantity === quantity) || 'Quantity must be at least 1'
