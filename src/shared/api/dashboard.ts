import { z } from 'zod'
import { get } from '../endpoint.ts'
import { invoiceStatuses } from '../invoice-rules.ts'
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
  'viewed',
  'customer',
  'estimate sent',
  'accepted',
  'declined',
] as const

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
  /** What really happened, newest first. */
  recentActivity: z.array(z.object({ kind: z.enum(activityKinds), text: z.string(), at: instant })),
})
export type DashboardWire = z.input<typeof dashboard>

export const dashboardApi = { read: get('/api/dashboard', dashboard) }
