/** An invoice as of its last acknowledged change. Amounts are in cents. */
export type ExpectedInvoice = {
  id: number
  userId: number
  number: string | null
  lineCount: number
  total: number
  status: 'draft' | 'sent' | 'paid'
  version: number
  isDeleted: boolean
  edits: number
  /** Amounts by payment id. */
  payments: Map<number, number>
  /** How many emails were queued for the customer. */
  emails: number
  estimateId: number | null
}
export type ExpectedEstimate = {
  id: number
  userId: number
  number: string
  lineCount: number
  total: number
  isDeleted: boolean
  invoiceId: number | null
}
/** A customer, an item or an expense. */
export type ExpectedRecord = { id: number; userId: number; name: string; version: number; isDeleted: boolean }

/** Everything that servers acknowledged, by id. Ids are unique over all users. */
export const createExpectedState = () => ({
  invoices: new Map<number, ExpectedInvoice>(),
  estimates: new Map<number, ExpectedEstimate>(),
  customers: new Map<number, ExpectedRecord>(),
  items: new Map<number, ExpectedRecord>(),
  expenses: new Map<number, ExpectedRecord>(),
  /** The ids of receipts' files. */
  receipts: new Set<number>(),
  /** Business names by user id. */
  businessNames: new Map<number, string>(),
})
export type ExpectedState = ReturnType<typeof createExpectedState>
