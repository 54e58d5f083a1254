import { creditNoteDescriptions } from './credit-notes.ts'
import type { AreaDescription } from './description.ts'
import { estimateDescriptions, invoiceDescriptions, paymentDescriptions } from './documents.ts'
import { exchangeRateDescriptions } from './exchange-rates.ts'
import { lateFeeDescriptions } from './late-fees.ts'
import { customerDescriptions, expenseDescriptions, itemDescriptions } from './records.ts'
import { recurringInvoiceDescriptions } from './recurring-invoices.ts'
import { reminderDescriptions } from './reminders.ts'
import { profileDescriptions, reportDescriptions } from './reports.ts'
import { savedCardDescriptions } from './saved-cards.ts'
import { taxRateDescriptions } from './tax-rates.ts'

/** The descriptions of all operations that API tokens may call, by area. Only the server imports them, so that no browser loads them. */
export const allDescriptions: readonly AreaDescription[] = [
  invoiceDescriptions,
  paymentDescriptions,
  creditNoteDescriptions,
  estimateDescriptions,
  customerDescriptions,
  itemDescriptions,
  taxRateDescriptions,
  exchangeRateDescriptions,
  recurringInvoiceDescriptions,
  reminderDescriptions,
  lateFeeDescriptions,
  savedCardDescriptions,
  expenseDescriptions,
  reportDescriptions,
  profileDescriptions,
]
