import { defineNotification, toRecipient } from '#server/domain/notifications/notification.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ReminderReply } from '#shared/reminders.ts'
import { replyJob, waitingJob } from './queue.ts'

type Owner = { firstName: string | null; lastName: string | null; email: string | null }

const readOwner = async (db: UserDb): Promise<Owner> =>
  (await db.rows<Owner>('select first_name as "firstName", last_name as "lastName", email from users where id = $1', [db.userId]))[0]!

export const remindersWaiting = defineNotification({
  job: waitingJob,
  read: async (db) => {
    const [settings] = await db.rows<{ problem: string }>(
      'select problem from reminder_settings where user_id = $1 and is_enabled and problem is not null',
      [db.userId],
    )
    return settings && { owner: await readOwner(db), problem: settings.problem }
  },
  write: ({ owner, problem }, { userId, since }) => ({
    to: toRecipient(owner),
    subject: 'Payment reminders are waiting',
    preview: problem,
    introduction: 'Some payment reminders were not sent today. They are sent on the next day that your settings allow.',
    facts: [['Reason', problem]],
    button: 'Open reminder settings',
    path: '/business-profile?section=reminders',
    id: `reminders-waiting-${userId}-${Date.parse(since)}`,
    about: 'waiting reminders',
  }),
})

type Reply = {
  cause: ReminderReply
  message: string | null
  customerName: string
  customerId: number
  invoiceId: number | null
  number: string | null
}

const selectReply = `
  select o.cause, o.message, o.document_id as "invoiceId", d.number, c.id as "customerId", c.name as "customerName"
  from reminder_opt_outs o
  left join documents d on d.user_id = $1 and d.id = o.document_id
  join customers c on c.user_id = $1 and c.id = coalesce(o.customer_id, d.customer_id)
  where o.user_id = $1 and o.id = $2 and o.cause <> 'owner'`

const subjects = {
  paid: ({ customerName, number }: Reply) => `${customerName} says invoice ${number} was paid`,
  disputed: ({ customerName, number }: Reply) => `${customerName} disputes invoice ${number}`,
  unsubscribed: ({ customerName }: Reply) => `${customerName} unsubscribed from reminders`,
} satisfies Record<ReminderReply, (reply: Reply) => string>

const introductions: Record<ReminderReply, string> = {
  paid: 'A customer answered a payment reminder. Reminders of this invoice are paused until you resume them.',
  disputed: 'A customer answered a payment reminder. Reminders of this invoice are paused until you resume them.',
  unsubscribed: 'A customer unsubscribed from payment reminders. They still get the invoices and receipts that you send.',
}

export const reminderReplied = defineNotification({
  job: replyJob,
  read: async (db, { optOutId }) => {
    const [reply] = await db.rows<Reply>(selectReply, [db.userId, optOutId])
    return reply && { owner: await readOwner(db), reply }
  },
  write: ({ owner, reply }, { userId, optOutId }) => ({
    to: toRecipient(owner),
    subject: subjects[reply.cause](reply),
    preview: introductions[reply.cause],
    introduction: introductions[reply.cause],
    facts: reply.number
      ? [
          ['Invoice', reply.number],
          ['Customer', reply.customerName],
        ]
      : [['Customer', reply.customerName]],
    ...(reply.message && { further: [`Message:\n${reply.message}`] }),
    button: reply.invoiceId === null ? 'Open customer' : 'Open invoice',
    path: reply.invoiceId === null ? `/customers/${reply.customerId}` : `/invoices/${reply.invoiceId}`,
    id: `reminder-reply-${userId}-${optOutId}`,
    about: `a reply to a reminder, ${optOutId}`,
  }),
})
