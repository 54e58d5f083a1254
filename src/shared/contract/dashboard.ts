import { z } from 'zod'
import { get } from '#shared/endpoint.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { dashboardEndpoints } from './endpoints/dashboard.ts'
import { amount, calendarDay, instant } from './fields.ts'

/** What Recent Activity tells of. */
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

const dueInvoices = z.object({
  count: z.int(),
  sum: amount,
  rows: z.array(z.object({ id: z.int(), invoiceNumber: z.string(), customerName: z.string(), dueDate: calendarDay, balanceDue: amount })),
})

export const dashboard = z.object({
  totalRevenue: amount,
  outstanding: amount,
  paidThisMonth: amount,
  totalExpenses: amount,
  /** Figures behind the captions; all true, `null` where there is nothing to compare to. */
  captions: z.object({
    revenueThisMonth: amount,
    revenueLastMonth: amount,
    pendingInvoices: z.int(),
    invoicesThisMonth: z.int(),
    expensesThisMonth: amount,
    expensesLastMonth: amount,
  }),
  recentInvoices: z.array(
    z.object({
      id: z.int(),
      invoiceNumber: z.string(),
      customerName: z.string(),
      total: amount,
      status: z.enum(invoiceStatuses),
      issueDate: calendarDay,
    }),
  ),
  /** What really happened, newest first; `path` is where the record is, null when it has no page any more. */
  recentActivity: z.array(z.object({ kind: z.enum(activityKinds), text: z.string(), at: instant, path: z.string().nullable() })),
  /** The twelve months up to today's, oldest first: money received and expenses, as the Revenue and the Expenses Report have them. */
  months: z.array(z.object({ from: calendarDay, to: calendarDay, received: amount, expenses: amount })),
  /** What is late, longest first; and what falls due within a week, soonest first: at most five of each, and what all of them come to. */
  overdue: dueInvoices,
  dueSoon: dueInvoices,
  /** The first steps of a new account, and which of them are done. Nothing of it is stored: it follows from what is there. */
  firstSteps: z.object({
    businessProfile: z.boolean(),
    customer: z.boolean(),
    invoice: z.boolean(),
    sentInvoice: z.boolean(),
    payments: z.boolean(),
  }),
})
export type DashboardWire = z.input<typeof dashboard>

export const dashboardApi = { read: get(dashboardEndpoints.read, dashboard) }
