import type { Day } from './dates.ts'
import { hasLapsed, noAddress } from './document-status.ts'
import type { Amount } from './money.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** A deposit is deducted from the invoice of its work. A retainer has no tax, and what is paid of it is credit of the customer. */
export const invoiceKinds = ['standard', 'deposit', 'retainer'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

export const statusLabels: Record<InvoiceStatus, string> = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' }

type StoredStatus = { status: InvoiceStatus; dueDate: Day; total: number | string }

/** Its lines are free, fully discounted, or deposits are deducted in full. @param invoice.total as a number or decimal text */
export const asksForNothing = ({ total }: Pick<StoredStatus, 'total'>): boolean => Number(total) === 0

/** An issued invoice that asks for nothing is paid. The SQL function `document_status` is the same rule. */
export const getInvoiceStatus = ({ status, dueDate, total }: StoredStatus, today: Day): InvoiceStatus =>
  status !== 'draft' && asksForNothing({ total }) ? 'paid' : hasLapsed(status, dueDate, today) ? 'overdue' : status

// The server checks these rules before it acts, the client before it offers an action.

export const alreadyPaid = 'This invoice has already been paid.'

/**
 * One that credit of the customer settled, or that asks for nothing, may: they have not seen it yet.
 * @param invoice.total and `creditApplied` as numbers or decimal text
 */
export const mayEmail = (invoice: {
  status: InvoiceStatus
  customer: { email: string | null }
  total: number | string
  creditApplied?: number | string
}): true | string =>
  invoice.status === 'paid' && !(Number(invoice.creditApplied ?? 0) > 0) && !asksForNothing(invoice)
    ? alreadyPaid
    : invoice.customer.email
      ? true
      : noAddress

export const mayCollect = ({ status }: { status: InvoiceStatus }): true | string => status !== 'paid' || alreadyPaid

type Settleable = { kind: InvoiceKind; status: InvoiceStatus; hasBalance: boolean }

export const mayWriteOff = ({ kind, status, hasBalance }: Settleable): true | string => {
  if (kind === 'retainer') return 'A retainer is asked for in advance, so it is no loss when it isn’t paid. Delete it instead.'
  if (status === 'draft') return 'A draft can’t be written off: it was never sent. Send it first, or delete it.'
  return (status !== 'paid' && hasBalance) || 'Nothing is due on this invoice, so there is nothing to write off.'
}

export const mayApplyCredit = ({ kind, status, hasBalance }: Settleable): true | string => {
  if (kind === 'retainer') return 'What is paid of a retainer becomes credit itself, so no credit can be applied to it.'
  if (status === 'draft') return 'Credit can’t be applied to a draft: send it first.'
  return (status !== 'paid' && hasBalance) || 'Nothing is due on this invoice, so no credit can be applied to it.'
}

export const maySchedule = ({ status, hasBalance }: { status: InvoiceStatus; hasBalance: boolean }): true | string =>
  (status !== 'paid' && hasBalance) || 'Nothing is due on this invoice, so there is nothing to divide into instalments.'

/** Not for a draft, which never reached the customer. */
export const sendsReceipt = (invoice: { status: InvoiceStatus }): boolean => invoice.status !== 'draft'

export const isPublic = (invoice: { status: InvoiceStatus }): boolean => invoice.status !== 'draft'

type Taxed = {
  taxRate?: number | null | undefined
  taxAmount?: Amount | null | undefined
  lineItems: readonly { taxRateId?: number | null | undefined }[]
}

/** Tax is asked for when the work is invoiced. @returns the field's path */
export const findRetainerTax = ({ taxRate, taxAmount, lineItems }: Taxed): string | undefined => {
  if (taxRate) return 'taxRate'
  if (taxAmount) return 'taxAmount'
  const i = lineItems.findIndex(({ taxRateId }) => taxRateId != null)
  return i < 0 ? undefined : `lineItems.${i}.taxRateId`
}

export const retainerTax = 'A retainer has no tax: the invoice that it is used for has it'

export const tooSmallQuantity = 'Quantity must be at least 1'

/** `id`: null marks a new line; undefined: the saved line is found by description or position. */
type EditedLine = { id?: number | null | undefined; description: string; quantity: string }
type SavedLine = { id: number; description: string; quantity: string }

const isBelowOne = (quantity: string) => Math.abs(Number(quantity)) < 1

/**
 * A quantity below 1 stays valid while its saved line keeps it, so that no edit refuses what creation accepted. Each saved line matches at
 * most one line of the edit. @returns indexes
 */
export const findTooSmallLines = (edited: readonly EditedLine[], saved: readonly SavedLine[]): number[] => {
  const knownIds = new Set(saved.map(({ id }) => id))
  const isNamed = ({ id }: EditedLine) => id === null || (id !== undefined && knownIds.has(id))
  const sameLine: ((line: EditedLine, at: number, before: SavedLine) => boolean)[] = [
    (line, _, before) => line.id === before.id,
    (line, _, before) => !isNamed(line) && line.description === before.description,
    (line, at, before) => !isNamed(line) && before === saved[at],
  ]
  const free = new Set(saved.filter(({ quantity }) => isBelowOne(quantity)))
  let small = edited.flatMap(({ quantity }, at) => (isBelowOne(quantity) ? [at] : []))
  for (const isSame of sameLine)
    small = small.filter((at) => {
      const line = edited[at]!
      const before = [...free].find((one) => one.quantity === line.quantity && isSame(line, at, one))
      return !before || !free.delete(before)
    })
  return small
}
