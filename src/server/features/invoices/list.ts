import { customerName, finderOf } from '#server/papers/find.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import { listOf } from '#server/papers/list.ts'
import { records } from './record.ts'

export const finder = finderOf(invoiceKind, [customerName])

/** The user's invoices that match, newest first unless asked otherwise, a page at a time. */
export const invoices = listOf(invoiceKind, records, finder)
