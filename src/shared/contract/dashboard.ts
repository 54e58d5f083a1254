import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { dashboardEndpoints } from './endpoints/dashboard.ts'
import { amount, calendarDay, currency, instant, sum } from './fields.ts'

export const activityKinds = [
  'payment',
  'refunded',
  'refund failed',
  'refund undone',
  'disputed',
  'dispute won',
  'dispute lost',
  'payment questioned',
  'sent',
  'marked sent',
  'viewed',
  'customer',
  'customers imported',
  'estimate sent',
  'estimate marked sent',
  'accepted',
  'declined',
] as const

export const attentionKinds = [
  'payment',
  'recurring',
  'answered',
  'overdue',
  'unsent',
  'undelivered',
  'accepted',
  'expiring',
  'draft',
] as const

const attention = z.object({
  /**
   * - payment: a payment to review, a dispute, a failed refund or an overpayment
   * - recurring: recurring invoices that wait or were paused because no invoice could be created; `sum` is null
   * - answered: invoices of which a customer said, in answer to a reminder, that they are paid or disputed
   * - overdue: invoices; `sum` is what is still owed
   * - unsent: invoices and estimates that could not be sent at their scheduled time
   * - undelivered: invoices and estimates whose last email failed
   * - accepted: estimates without an invoice
   * - expiring: sent estimates that expire within a week
   * - draft: invoices that are not scheduled
   */
  kind: z.enum(attentionKinds),
  count: z.int(),
  /** In the home currency; null when none of them has an exchange rate. One without a rate adds nothing. */
  sum: sum.nullable(),
  /**
   * The most urgent of them; `day` is its due or expiry date, or the day of the invoice that was not created. `number` is that of the document; a recurring
   * invoice has none, and `reason` says why it waits, or what the customer answered.
   */
  first: z.object({
    number: z.string().nullable(),
    reason: z.string().nullable(),
    customerName: z.string(),
    day: calendarDay,
    path: z.string(),
  }),
})

const dueInvoices = z.object({
  count: z.int(),
  sum,
  rows: z.array(
    z.object({
      ...{ id: z.int(), invoiceNumber: z.string(), customerName: z.string(), dueDate: calendarDay },
      /** Sums are in the home currency. */
      currency,
      balanceDue: amount,
    }),
  ),
})

export const dashboard = z.object({
  totalRevenue: sum,
  outstanding: sum,
  paidThisMonth: sum,
  totalExpenses: sum,
  captions: z.object({
    revenueThisMonth: sum,
    revenueLastMonth: sum,
    pendingInvoices: z.int(),
    invoicesThisMonth: z.int(),
    expensesThisMonth: sum,
    expensesLastMonth: sum,
  }),
  recentInvoices: z.array(
    z.object({
      id: z.int(),
      invoiceNumber: z.string(),
      customerName: z.string(),
      currency,
      total: amount,
      status: z.enum(invoiceStatuses),
      issueDate: calendarDay,
    }),
  ),
  /** Newest first; `path` is null when the record no longer has a page. */
  recentActivity: z.array(z.object({ kind: z.enum(activityKinds), text: z.string(), at: instant, path: z.string().nullable() })),
  /** The last twelve months including the current one, oldest first: the figures of the Revenue and Expenses reports. */
  months: z.array(z.object({ from: calendarDay, to: calendarDay, received: sum, expenses: sum })),
  /** Oldest first, and soonest first within a week: at most five rows each, with count and sum of all. */
  overdue: dueInvoices,
  dueSoon: dueInvoices,
  attention: z.array(attention),
  firstSteps: z.object({
    reminders: z.boolean(),
    businessProfile: z.boolean(),
    customer: z.boolean(),
    invoice: z.boolean(),
    sentInvoice: z.boolean(),
    payments: z.boolean(),
  }),
  firstStepsDismissed: z.boolean(),
})
export type DashboardWire = z.input<typeof dashboard>

export const dashboardApi = {
  read: get(dashboardEndpoints.read, dashboard),
  dismissFirstSteps: post(dashboardEndpoints.dismissFirstSteps, noBody, z.object({})),
}
