import type { AreaDescription } from './description.ts'
import { estimateDescriptions, invoiceDescriptions, paymentDescriptions } from './documents.ts'
import { customerDescriptions, expenseDescriptions, itemDescriptions } from './records.ts'
import { profileDescriptions, reportDescriptions } from './reports.ts'

/** What is said of the calls that a program may make, area by area. Nothing of the web app reads it, so that no browser loads it. */
export const allDescriptions: readonly AreaDescription[] = [
  invoiceDescriptions,
  paymentDescriptions,
  estimateDescriptions,
  customerDescriptions,
  itemDescriptions,
  expenseDescriptions,
  reportDescriptions,
  profileDescriptions,
]
