import { countEmail } from '#server/domain/documents/emails/allowance.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type DueReminder, findReasonAgainst, getSentDay, listDue, listDueCustomers, lockRemindable } from './due.ts'
import { insertReminderEmail } from './emails.ts'
import { findWindow } from './hours.ts'
import { reminderSchedule } from './queue.ts'
import { lockSettings, readSettings } from './settings.ts'

const batchSize = 50

type Skipped = { documentId: number; instalment: number; offsetDays: number; reason: string }

export const skipReminders = (db: UserDb, skipped: readonly Skipped[]): void => {
  db.send(
    `insert into reminders (user_id, document_id, instalment, offset_days, reason)
     select $1, n.document_id, n.instalment, n.offset_days, n.reason
     from unnest($2::bigint[], $3::smallint[], $4::smallint[], $5::text[]) n (document_id, instalment, offset_days, reason)`,
    [
      ...[db.userId, skipped.map((each) => each.documentId), skipped.map((each) => each.instalment)],
      ...[skipped.map((each) => each.offsetDays), skipped.map((each) => each.reason)],
    ],
  )
  db.announce('reminders')
}

/**
 * Under the invoices' locks: each is either skipped with its reason, or becomes part of one email to the customer.
 * @throws AppError 429 when the account can send no more emails now
 */
const remind = async (db: UserDb, customerId: number, day: Day, timeZone: string): Promise<void> => {
  const due = Map.groupBy(await listDue(db, day, customerId), ({ documentId }) => documentId)
  const skipped: Skipped[] = []
  const reminders: { id: number; instalment: number; offsetDays: number }[] = []
  let to = ''
  for (const invoice of await lockRemindable(db, [...due.keys()], day)) {
    // A payment since then has covered the instalment: the next run decides about the next one.
    if (invoice.isUnsettled || due.get(invoice.id)![0]!.instalment !== invoice.instalment) continue
    const isLate = (rule: DueReminder) => rule.day <= getSentDay(invoice, timeZone)
    for (const [n, rule] of due.get(invoice.id)!.entries()) {
      const reason = isLate(rule)
        ? 'The invoice was sent later.'
        : n > 0 || rule.isOlder
          ? 'A later reminder was due.'
          : findReasonAgainst(invoice)
      if (reason) skipped.push({ ...rule, reason })
      else {
        reminders.push({ id: invoice.id, instalment: invoice.instalment, offsetDays: rule.offsetDays })
        to = invoice.email!
      }
    }
  }
  // The newest is the first of an invoice; in its list it comes last.
  skipReminders(db, skipped.toReversed())
  if (reminders.length === 0) return
  await countEmail(db, to)
  await insertReminderEmail(db, { customerId, to, day, reminders })
}

const saveProblem = (db: UserDb, problem: string | null, now: Date): void => {
  db.send(
    `update reminder_settings set problem = $2, problem_since = case when $2::text is null then null else coalesce(problem_since, $3) end
     where user_id = $1 and problem is distinct from $2`,
    [db.userId, problem, now],
  )
  db.announce('reminders')
}

/** Null while reminders are off, and outside their hours. */
const findOpen = async (db: UserDb, now: Date) => {
  const settings = await lockSettings(db)
  if (!settings?.isEnabled) return null
  const window = findWindow(settings, now)
  if (window.opensAt <= now) return { ...settings, ...window }
  await reminderSchedule.queue(db, {}, window.opensAt)
  return null
}

export const reminderRunners = (services: Services) =>
  reminderSchedule.createRunners(services, {
    find: (db, _ids, now) => findOpen(db, now),
    act: async (db, { day }, now, after) => {
      const ids = await listDueCustomers(db, day, { after, limit: batchSize })
      return {
        ids,
        // Under the lock of the settings, as they may have changed, and another run may remind the same customer.
        act: async (each, id) => {
          const open = await findOpen(each, now)
          if (open) await remind(each, id, open.day, open.timeZone)
        },
        finish: async (each) => {
          const open = await findOpen(each, now)
          if (!open) return
          if (ids.length === batchSize) return reminderSchedule.queue(each, {}, now, ids.at(-1))
          saveProblem(each, null, now)
          await reminderSchedule.queue(each, {}, findWindow(open, open.closesAt).opensAt)
        },
      }
    },
    wait: async (db, open, problem, now) => {
      saveProblem(db, problem, now)
      return findWindow(open, open.closesAt).opensAt
    },
    unexplained: 'The reminders could not be sent.',
    mail: {
      wasSent: ({ problem }) => problem !== null,
      read: async (db) => {
        const settings = await readSettings(db)
        return settings?.isEnabled && settings.problem !== null ? { problem: settings.problem } : null
      },
      write: ({ problem }) => ({
        subject: 'Payment reminders are waiting',
        introduction: 'Some payment reminders were not sent today. They are sent on the next day that your settings allow.',
        facts: [['Reason', problem]],
        button: 'Open reminder settings',
        path: '/business-profile?section=reminders',
      }),
    },
  })
