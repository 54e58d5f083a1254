import { countEmail } from '#server/domain/documents/emails/allowance.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Day } from '#shared/dates.ts'
import { type DueReminder, findReasonAgainst, getSentDay, listDue, lockRemindable, type Remindable } from './due.ts'
import { insertReminderEmail } from './emails.ts'
import { findWindow } from './hours.ts'
import { queueRun, waitingJob } from './queue.ts'
import { lockSettings } from './settings.ts'

const batchSize = 50

type Skipped = { documentId: number; instalment: number; offsetDays: number; reason: string }

export const skipReminders = (db: UserDb, skipped: readonly Skipped[]): void =>
  db.send(
    `insert into reminders (user_id, document_id, instalment, offset_days, reason)
     select $1, n.document_id, n.instalment, n.offset_days, n.reason
     from unnest($2::bigint[], $3::smallint[], $4::smallint[], $5::text[]) n (document_id, instalment, offset_days, reason)`,
    [
      ...[db.userId, skipped.map((each) => each.documentId), skipped.map((each) => each.instalment)],
      ...[skipped.map((each) => each.offsetDays), skipped.map((each) => each.reason)],
    ],
  )

/**
 * Under their invoices' locks: each is either skipped with its reason, or becomes part of one email to its customer.
 * @returns why the rest has to wait, when the account can send no more emails now
 */
const remind = async (db: UserDb, due: readonly DueReminder[], day: Day, timeZone: string): Promise<AppError | null> => {
  const byInvoice = Map.groupBy(due, ({ documentId }) => documentId)
  const skipped: Skipped[] = []
  const toSend = new Map<number, { invoice: Remindable; offsetDays: number }[]>()
  for (const invoice of await lockRemindable(db, [...byInvoice.keys()], day)) {
    // A payment since then has covered the instalment: the next run decides about the next one.
    if (invoice.isUnsettled || byInvoice.get(invoice.id)![0]!.instalment !== invoice.instalment) continue
    const isLate = (rule: DueReminder) => rule.day <= getSentDay(invoice, timeZone)
    for (const [n, rule] of byInvoice.get(invoice.id)!.entries()) {
      const reason = isLate(rule)
        ? 'The invoice was sent later.'
        : n > 0 || rule.isOlder
          ? 'A later reminder was due.'
          : findReasonAgainst(invoice)
      if (reason) skipped.push({ ...rule, reason })
      else toSend.set(invoice.customerId, [...(toSend.get(invoice.customerId) ?? []), { invoice, offsetDays: rule.offsetDays }])
    }
  }
  // The newest is the first of an invoice; in its list it comes last.
  skipReminders(db, skipped.toReversed())
  for (const [customerId, reminders] of toSend) {
    const to = reminders[0]!.invoice.email!
    try {
      await countEmail(db, to)
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
    await insertReminderEmail(db, {
      customerId,
      to,
      day,
      reminders: reminders.map(({ invoice, offsetDays }) => ({ id: invoice.id, instalment: invoice.instalment, offsetDays })),
    })
  }
  return null
}

const saveProblem = async (db: UserDb, problem: string | null, before: string | null, now: Date): Promise<void> => {
  if (problem === before) return
  db.send(
    'update reminder_settings set problem = $2, problem_since = case when $2::text is null then null else coalesce(problem_since, $3) end where user_id = $1',
    [db.userId, problem, now],
  )
  if (problem && before === null) await enqueue(db, waitingJob, { userId: db.userId, since: now.toISOString() })
}

/** Does nothing while reminders are off. */
const runOnce = async (db: UserDb, now: Date): Promise<void> => {
  const settings = await lockSettings(db)
  if (!settings?.isEnabled) return
  const window = findWindow(settings, now)
  if (window.opensAt > now) return queueRun(db, window.opensAt)
  const due = await listDue(db, window.day, batchSize)
  db.announce('reminders')
  const refusal = due.length > 0 ? await remind(db, due, window.day, settings.timeZone) : null
  await saveProblem(db, refusal?.message ?? null, settings.problem, now)
  const hasMore = !refusal && new Set(due.map(({ customerId }) => customerId)).size === batchSize
  await queueRun(db, hasMore ? now : findWindow(settings, window.closesAt).opensAt)
}

/** One transaction: the reminders, their emails, the jobs that send those, and the next run. */
export const runReminders = ({ database, now }: Services, userId: number): Promise<void> =>
  database.asUser(userId, (db) => runOnce(db, now()))
