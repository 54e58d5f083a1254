import { z } from 'zod'
import { instant } from './fields.ts'
import { invoiceEmail } from './invoice-emails.ts'
import { invoicePayment } from './invoice-payments.ts'

/** What can happen to an invoice. */
export const historyKinds = [
  'created',
  'edited',
  'sent',
  'payment',
  'payment undone',
  'paid',
  'reopened',
  'link',
  'deleted',
  'restored',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** One field, before and after, as finished text; null is 'nothing there'. */
export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.output<typeof fieldChange>

export const historyEvent = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(historyKinds),
  /** Who did it: the owner's name, 'Customer', or 'Billfold'. */
  by: z.string(),
  changes: z.array(fieldChange),
})

/** All newest first. */
export const invoiceHistory = z.object({
  events: z.array(historyEvent),
  payments: z.array(invoicePayment),
  emails: z.array(invoiceEmail),
})
