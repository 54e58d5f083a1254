import { defineNotification, toRecipient } from '#server/domain/notifications/notification.ts'
import { formatDay } from '#shared/dates.ts'
import { problemJob } from './queue.ts'
import { lockRow } from './store.ts'

const ownerQuery = `select first_name as "firstName", last_name as "lastName", email from users where id = $1`

export const recurringProblem = defineNotification({
  job: problemJob,
  read: async (db, { recurringId }) => {
    const [known] = await db.rows('select 1 from recurring_invoices where user_id = $1 and id = $2 and problem is not null', [
      ...[db.userId, recurringId],
    ])
    if (!known) return null
    const { customerName, nextDay, problem, status } = await lockRow(db, recurringId)
    const [owner] = await db.rows<{ firstName: string | null; lastName: string | null; email: string | null }>(ownerQuery, [db.userId])
    return owner && nextDay && problem ? { owner, customerName, nextDay, problem, status } : null
  },
  write: ({ owner, customerName, nextDay, problem, status }, { userId, recurringId, since }) => ({
    to: toRecipient(owner),
    subject: status === 'paused' ? `Recurring invoice for ${customerName} was paused` : `Recurring invoice for ${customerName} is waiting`,
    preview: problem,
    introduction: 'An invoice of a schedule was not created.',
    facts: [
      ['Customer', customerName],
      ['Day', formatDay(nextDay)],
    ],
    further: [problem, ...(status === 'paused' ? [] : ['It is tried again every hour. Nothing was sent to your customer.'])],
    button: 'Open recurring invoice',
    path: `/recurring-invoices/${recurringId}`,
    id: `recurring-problem-${userId}-${recurringId}-${Date.parse(since)}`,
    about: `recurring invoice ${recurringId}`,
  }),
})
