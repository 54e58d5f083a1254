import { defineNotification } from '#server/domain/notifications/notification.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RawRoute } from '#server/platform/http/raw-route.ts'
import { idempotentRoute, publicRoute, type RunIdempotent, route } from '#server/platform/http/route.ts'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { remindersApi as api, type InvoiceReminders } from '#shared/contract/reminders.ts'
import { payPath } from '#shared/paths.ts'
import type { ReminderReply } from '#shared/reminders.ts'
import { getInvoiceReminders, resumeReminders, sendReminderNow, skipComing, stopReminders } from './invoice-reminders.ts'
import { lockCustomer, readCustomerOptOut, resumeForCustomer, stopForCustomer, takeReply } from './opt-outs.ts'
import { replyJob } from './queue.ts'
import { reminderRunners } from './run.ts'
import { sendReminderRunner } from './send.job.ts'
import { getReminderSettings, saveReminderSettings } from './settings.ts'

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

const reminderReplied = defineNotification({
  job: replyJob,
  read: async (db, { optOutId }) => {
    const [reply] = await db.rows<Reply>(selectReply, [db.userId, optOutId])
    return reply
  },
  write: (reply, { userId, optOutId }) => ({
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
  }),
})

const reminderRoutes = ({ database, now }: Services) => {
  const act = (db: UserDb, id: number, idempotent: RunIdempotent<InvoiceReminders>, action: () => Promise<void>) =>
    idempotent(db, async () => {
      await action()
      return getInvoiceReminders(db, id, now())
    })

  return [
    route(api.settings, ({ user }) => user.tx(getReminderSettings)),
    idempotentRoute(api.saveSettings, ({ user, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => saveReminderSettings(db, body, now()))),
    ),
    route(api.ofInvoice, ({ user, params }) => user.tx((db) => getInvoiceReminders(db, params.id, now()))),
    idempotentRoute(api.send, ({ user, params: { id }, body, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => sendReminderNow(db, id, body, now()))),
    ),
    idempotentRoute(api.skip, ({ user, params: { id }, body, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => skipComing(db, id, body.offsetDays, now()))),
    ),
    idempotentRoute(api.stop, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => stopReminders(db, id, now()))),
    ),
    idempotentRoute(api.resume, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => resumeReminders(db, id, now()))),
    ),
    route(api.ofCustomer, ({ user, params }) =>
      user.tx(async (db) => {
        await lockCustomer(db, params.id)
        return readCustomerOptOut(db, params.id)
      }),
    ),
    idempotentRoute(api.stopForCustomer, ({ user, params: { id }, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await stopForCustomer(db, id)
          return readCustomerOptOut(db, id)
        }),
      ),
    ),
    idempotentRoute(api.resumeForCustomer, ({ user, params: { id }, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await resumeForCustomer(db, id)
          return readCustomerOptOut(db, id)
        }),
      ),
    ),
    publicRoute(api.reply, async ({ params, body }) => {
      await takeReply(database, params.publicId, body)
      return { reply: body.reply }
    }),
    // Mail scanners open every link: a GET changes nothing.
    publicRoute(api.unsubscribePage, ({ params }) => ({ location: `${payPath(params.publicId)}?reminders=1` })),
  ]
}

/** One-click unsubscribe of mail programs (RFC 8058). */
const unsubscribeRoutes = ({ database, limits }: Services): RawRoute[] => [
  {
    path: reminderEndpoints.unsubscribePage.path,
    maxBytes: 1000,
    handle: async ({ params, raw, address }) => {
      await limits.limitAddress({ what: 'unsubscriptions', max: 300, windowSeconds: 3600 }, address)
      if (!raw.toString('latin1').includes('List-Unsubscribe')) throw new AppError(400, 'The body must be List-Unsubscribe=One-Click.')
      await takeReply(database, params.publicId ?? '', { reply: 'unsubscribed' })
    },
  },
]

export const remindersModule: Module = (services) => ({
  routes: reminderRoutes(services),
  rawRoutes: unsubscribeRoutes(services),
  runners: [...reminderRunners(services), sendReminderRunner(services), reminderReplied.createRunner(services)],
})
