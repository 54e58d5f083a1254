import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { type Amount, parseAmount } from '#shared/money.ts'

export const hasWriteOff = ({ amountWrittenOff }: Pick<InvoiceWire, 'amountWrittenOff'>): boolean => Number(amountWrittenOff) > 0

/** Credit of other invoices that was applied to an invoice, less its own that was applied to others. */
export const getAppliedCredit = ({ creditApplied }: Pick<InvoiceWire, 'creditApplied'>): Amount => parseAmount(creditApplied)

export const hasCredit = ({ amountCredited }: Pick<InvoiceWire, 'amountCredited'>): boolean => Number(amountCredited) > 0
