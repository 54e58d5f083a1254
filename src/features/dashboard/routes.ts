import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import { getOverview } from '#server/domain/ledger/figures/overview.ts'
import type { Module } from '#server/domain/services.ts'
import { preferGenericPlan, type UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { type DashboardWire, dashboard, dashboardApi } from '#shared/contract/dashboard.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { getInvoiceStatus } from '#shared/invoice-rules.ts'
import { toDecimal } from '#shared/money.ts'
import { getMonthEnd, splitRange } from '#shared/periods.ts'
import { listActivity } from './activity.ts'
import { listAttention, rankAttention } from './attention.ts'

const dismissed = 'first steps dismissed'

// Online payment is set up once a provider has accepted the business's keys, or a customer has paid online, also in the sandbox.
const stepsQuery = `
  select exists (select 1 from business_profiles where user_id = $1) as "businessProfile",
    exists (select 1 from customers where user_id = $1) as customer,
    exists (select 1 from documents where user_id = $1 and type = 'invoice' and deleted_at is null) as invoice,
    exists (select 1 from documents where user_id = $1 and type = 'invoice' and deleted_at is null and status <> 'draft') as "sentInvoice",
    exists (select 1 from payment_credentials where user_id = $1 and status = 'connected')
      or exists (select 1 from payment_attempts where user_id = $1 and status = 'paid') as payments,
    exists (select 1 from reminder_settings where user_id = $1) as reminders,
    exists (select 1 from events where user_id = $1 and subject_type = 'account' and subject_id = $1 and kind = '${dismissed}') as dismissed`

type Steps = Pick<DashboardWire, 'firstSteps' | 'firstStepsDismissed'>

const getFirstSteps = async (db: UserDb): Promise<Steps> => {
  const [row] = await db.rows<DashboardWire['firstSteps'] & { dismissed: boolean }>(stepsQuery, [db.userId], 'dashboard.first-steps')
  const { dismissed: firstStepsDismissed, ...firstSteps } = row!
  return { firstSteps, firstStepsDismissed }
}

/** For good: on all devices of the user. */
const dismissFirstSteps = async (db: UserDb): Promise<Record<never, never>> => {
  const { firstStepsDismissed } = await getFirstSteps(db)
  if (!firstStepsDismissed) recordEvent(db, { type: 'account', id: db.userId }, dismissed)
  return {}
}

// Ids ascend in the order of creation.
const recentQuery = `
  select d.id, d.number as "invoiceNumber", ${customerNameSql('d')} as "customerName", d.currency, d.total, d.status,
         d.issue_date as "issueDate", d.due_date as "dueDate"
  from documents d where d.user_id = $1 and d.type = 'invoice' and d.deleted_at is null order by d.id desc limit 5`

const listRecentInvoices = async (db: UserDb, today: Day): Promise<DashboardWire['recentInvoices']> => {
  const rows = await db.rows<DashboardWire['recentInvoices'][number] & { dueDate: Day }>(recentQuery, [db.userId], 'dashboard.recent')
  return rows.map(({ dueDate, ...row }) => ({ ...row, status: getInvoiceStatus({ ...row, dueDate }, today) }))
}

const read = async (db: UserDb, today: Day) => {
  const months = splitRange({ from: getMonthStart(today, 11), to: getMonthEnd(today) }, 'month')
  // The queries are sent together, in one round trip. Planning them again each time would take longer than running them.
  db.send(`select ${preferGenericPlan}`)
  const [{ received, spent, ...open }, attention, recentInvoices, recentActivity, steps] = await Promise.all([
    getOverview(db, months, today),
    listAttention(db, today),
    listRecentInvoices(db, today),
    listActivity(db),
    getFirstSteps(db),
  ])
  const month = (amounts: typeof received, ago: number) => toDecimal(amounts.parts.at(-1 - ago)!)
  return dashboard.decode({
    totalRevenue: toDecimal(received.total),
    outstanding: toDecimal(open.outstanding),
    paidThisMonth: month(received, 0),
    totalExpenses: toDecimal(spent.total),
    captions: {
      revenueThisMonth: month(received, 0),
      revenueLastMonth: month(received, 1),
      pendingInvoices: open.pending,
      invoicesThisMonth: open.invoicesPaid,
      expensesThisMonth: month(spent, 0),
      expensesLastMonth: month(spent, 1),
    },
    recentInvoices,
    recentActivity,
    months: months.map((range, index) => ({
      ...range,
      received: toDecimal(received.parts[index]!),
      expenses: toDecimal(spent.parts[index]!),
    })),
    overdue: open.overdue,
    dueSoon: open.dueSoon,
    attention: rankAttention(attention, open.overdue),
    ...steps,
  })
}

export const dashboardModule: Module = () => ({
  routes: [
    route(dashboardApi.read, ({ user, today }) => user.snapshot((db) => read(db, today))),
    idempotentRoute(dashboardApi.dismissFirstSteps, ({ user, idempotent }) => user.tx((db) => idempotent(db, () => dismissFirstSteps(db)))),
  ],
})
