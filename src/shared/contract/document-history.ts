import { z } from 'zod'
import { instant } from './fields.ts'

export const historyKinds = [
  'created',
  'edited',
  'sent',
  'payment',
  'payment undone',
  'paid',
  'written off',
  'write-off undone',
  'credited',
  'credit undone',
  'credit applied',
  'applied credit undone',
  'voided',
  'late fee charged',
  'late fee waived',
  'reopened',
  'link',
  'viewed',
  'refund asked',
  'refunded',
  'refund failed',
  'refund undone',
  'refund email',
  'disputed',
  'dispute won',
  'dispute lost',
  'payment pending',
  'payment failed',
  'payment questioned',
  'payment accepted',
  'payment refused',
  'accepted',
  'declined',
  'converted',
  'deleted',
  'restored',
  'archived',
  'paused',
  'resumed',
  'skipped',
  'ended',
  'scheduled',
  'unscheduled',
  'reminded',
  'reminders stopped',
  'reminders resumed',
  'said paid',
  'disputed by customer',
  'unsubscribed',
  'card saved',
  'card removed',
  'charge announced',
  'charge stopped',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** Display text; null is no value. */
export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.output<typeof fieldChange>

export const historyEvent = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(historyKinds),
  /** The owner's name, 'Customer', or 'Billfold'. */
  by: z.string(),
  changes: z.array(fieldChange),
})
export type HistoryEvent = z.output<typeof historyEvent>
