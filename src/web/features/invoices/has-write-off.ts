import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { type Amount, parseAmount } from '#shared/money.ts'

/** Whether an amount of an invoice is written off. An invoice that an earlier version of the app kept on the device does not say it. */
export const hasWriteOff = ({ amountWrittenOff }: Pick<InvoiceWire, 'amountWrittenOff'>): boolean => Number(amountWrittenOff ?? 0) > 0

/**
 * Credit of other invoices that was applied to an invoice, less its own that was applied to others. An invoice that an earlier version of the app kept on the
 * device does not say it.
 */
export const getAppliedCredit = ({ creditApplied }: Pick<InvoiceWire, 'creditApplied'>): Amount => parseAmount(creditApplied ?? '0.00')

/** Whether a credit note took something off an invoice. */
export const hasCredit = ({ amountCredited }: Pick<InvoiceWire, 'amountCredited'>): boolean => Number(amountCredited ?? 0) > 0
