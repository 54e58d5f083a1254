import { defineNotification, toRecipient } from '#server/domain/notifications/notification.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { problemJob } from './jobs.ts'

type Facts = {
  type: 'invoice' | 'estimate'
  number: string
  customerName: string
  day: Day
  time: string
  problem: string
  isRetried: boolean
  owner: { firstName: string | null; lastName: string | null; email: string | null }
}

const factsQuery = `
  select d.type, d.number, c.name as "customerName", s.day, s.time, s.problem, s.send_at is not null as "isRetried",
         json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) as owner
  from scheduled_sends s
  join documents d on d.user_id = $1 and d.id = s.document_id and d.deleted_at is null
  join customers c on c.user_id = $1 and c.id = d.customer_id
  join users u on u.id = $1
  where s.user_id = $1 and s.document_id = $2 and s.problem is not null`

export const scheduledSendProblem = defineNotification({
  job: problemJob,
  read: async (db, { documentId }) => (await db.rows<Facts>(factsQuery, [db.userId, documentId]))[0],
  write: ({ type, number, customerName, day, time, problem, isRetried, owner }, { userId, documentId, since }) => ({
    to: toRecipient(owner),
    subject: `${type === 'invoice' ? 'Invoice' : 'Estimate'} ${number} was not sent`,
    preview: problem,
    introduction: `The ${type} was scheduled to be sent, but it could not be.`,
    facts: [
      ['Customer', customerName],
      [type === 'invoice' ? 'Invoice' : 'Estimate', number],
      ['Scheduled for', `${formatDay(day)} ${time}`],
    ],
    further: [problem, ...(isRetried ? ['It is tried again every hour.'] : []), 'Nothing was sent to your customer.'],
    button: `Open ${type}`,
    path: `/${type}s/${documentId}`,
    id: `scheduled-send-problem-${userId}-${documentId}-${Date.parse(since)}`,
    about: `scheduled ${type} ${documentId}`,
  }),
})
