/** What must hold of an invoice after the last change of it that was acknowledged. Amounts are in cents. */
export type ExpectedInvoice = {
  id: number
  userId: number
  number: string
  lines: number
  total: number
  status: 'draft' | 'sent' | 'paid'
  version: number
  isDeleted: boolean
  edits: number
  payments: Map<number, number>
  /** E-mails to the customer that were promised: of the invoice, and receipts. */
  mails: number
  estimateId: number | null
}
export type ExpectedEstimate = {
  id: number
  userId: number
  number: string
  lines: number
  total: number
  isDeleted: boolean
  invoiceId: number | null
}
/** A customer, an item or an expense: what it is called, and its version. */
export type ExpectedRecord = { id: number; userId: number; name: string; version: number; isDeleted: boolean }

/** Everything that was acknowledged, by row numbers, which no two users share. */
export const createExpectedState = () => ({
  invoices: new Map<number, ExpectedInvoice>(),
  estimates: new Map<number, ExpectedEstimate>(),
  customers: new Map<number, ExpectedRecord>(),
  items: new Map<number, ExpectedRecord>(),
  expenses: new Map<number, ExpectedRecord>(),
  /** Receipts, by their files' ids: whose they are. */
  receipts: new Map<number, number>(),
  /** The last name that each user's business was given. */
  businesses: new Map<number, string>(),
})
export type ExpectedState = ReturnType<typeof createExpectedState>
