import { getBusiness, getLocale, inLanguageOf } from '#server/domain/business/business.ts'
import { uncountEmail } from '#server/domain/documents/emails/allowance.ts'
import { createEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { today } from '#shared/dates.ts'
import { parseAmount } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { findReasonAgainst, lockRemindable, type Remindable } from './due.ts'
import { listRemindedInvoices, lockReminderEmail, type ReminderEmail, readRecipient, recordReminderAttempt } from './emails.ts'
import { findWindow } from './hours.ts'
import { sendJob } from './queue.ts'
import { buildReminderMail, type RemindedInvoice } from './reminder.mail.ts'
import { getReminderSettings, readSettings } from './settings.ts'

/**
 * An email by a rule is sent in the hours of its own day, or not at all: if it was not handed to the mail server until then, it is
 * withdrawn, and the next run decides anew about its invoices.
 */
const isTime = async (db: UserDb, emailId: number, now: Date): Promise<boolean> => {
  const email = await lockReminderEmail(db, emailId)
  if (email?.state !== 'queued') return false
  if (email.isManual) return true
  const settings = await readSettings(db)
  if (settings?.isEnabled) {
    const { day, opensAt } = findWindow(settings, now)
    if (day === email.day && opensAt <= now) return true
  }
  if (email.startedAt === null) {
    await db.rows('delete from reminder_emails where user_id = $1 and id = $2', [db.userId, emailId])
    await uncountEmail(db, email.toAddress)
    db.announce('reminders')
  } else
    await recordReminderAttempt(db, email, {
      state: 'failed',
      reason: `${email.reason ?? 'It is not known whether the mail server accepted it.'} The hours of its day are over.`,
    })
  return false
}

/** A reminder by hand is sent although the owner has switched automatic ones off. @param instalment the one that the reminder is about */
const findReason = (invoice: Remindable, isManual: boolean, instalment: number): string | null =>
  invoice.isUnsettled
    ? 'A payment is on its way.'
    : invoice.isOpen && invoice.instalment !== instalment
      ? 'The instalment was paid.'
      : findReasonAgainst(
          isManual
            ? {
                ...invoice,
                optOut: invoice.optOut === 'owner' ? null : invoice.optOut,
                customerOptOut: invoice.customerOptOut === 'owner' ? null : invoice.customerOptOut,
              }
            : invoice,
        )

/** Under the invoices' locks: those that were paid or stopped since are left out. */
const lookAgain = async (db: UserDb, email: ReminderEmail, now: Date): Promise<Remindable[] | { undeliverable: string }> => {
  const instalments = new Map((await listRemindedInvoices(db, email.id)).map(({ id, instalment }) => [id, instalment]))
  const invoices = await lockRemindable(db, [...instalments.keys()], today(now, (await getReminderSettings(db)).timeZone))
  const reasons = invoices.map((invoice) => ({ invoice, reason: findReason(invoice, email.isManual, instalments.get(invoice.id)!) }))
  for (const { invoice, reason } of reasons) {
    if (!reason) continue
    const key = [db.userId, email.id, invoice.id]
    // A payment can still fail: then a later run decides about the reminder, unless it may have arrived already.
    if (invoice.isUnsettled && email.startedAt === null && !email.isManual)
      await db.rows('delete from reminders where user_id = $1 and email_id = $2 and document_id = $3', key)
    else await db.rows('update reminders set reason = $4 where user_id = $1 and email_id = $2 and document_id = $3', [...key, reason])
  }
  db.announce('reminders')
  const left = reasons.flatMap(({ invoice, reason }) => (reason ? [] : [invoice]))
  if (left.length === 0) return { undeliverable: reasons[0]?.reason ?? 'The invoice was deleted before it was sent.' }
  await db.rows('update reminder_emails set started_at = coalesce(started_at, $3) where user_id = $1 and id = $2', [
    db.userId,
    ...[email.id, now],
  ])
  return left
}

const readPublicIds = async (db: UserDb, ids: readonly number[]) => {
  const rows = await db.rows<{ id: number; publicId: string }>(
    'select document_id as id, public_id as "publicId" from public_links where user_id = $1 and document_id = any($2)',
    [db.userId, ids],
  )
  return new Map(rows.map(({ id, publicId }) => [id, publicId]))
}

export const sendReminderRunner = (services: Services) => {
  const { database, publicUrl, now } = services
  const absolute = (path: string) => new URL(path, publicUrl()).href
  const deliver = createEmailSender<ReminderEmail>(
    { read: lockReminderEmail, record: recordReminderAttempt, countedFor: ({ toAddress }) => toAddress },
    services,
  )
  return runner(sendJob, async ({ userId, emailId }, attempt) => {
    if (!(await database.asUser(userId, (db) => isTime(db, emailId, now())))) return
    await deliver(userId, emailId, attempt, async (email) => {
      const business = await database.asUser(userId, getBusiness)
      // Read before the last look, which is directly before the email is handed over.
      const brand = await readMailBrand(services, business)
      return database.asUser(userId, async (db) => {
        const found = await lookAgain(db, email, now())
        if ('undeliverable' in found) return found
        const customer = await readRecipient(db, email.customerId)
        const publicIds = await readPublicIds(
          db,
          found.map(({ id }) => id),
        )
        const invoices = found.map(({ id, number, balance, currency, dueDate }) => ({
          ...{ number, currency, dueDate, balance: parseAmount(balance) },
          url: absolute(payPath(publicIds.get(id)!)),
        })) as unknown as [RemindedInvoice, ...RemindedInvoice[]]
        const publicId = publicIds.get(found[0]!.id)!
        return {
          ...buildReminderMail({
            ...{ businessName: business.name, brand, businessEmail: business.email, invoices },
            customerName: customer.greeted,
            subject: email.subject,
            message: email.message,
            language: getLocale(inLanguageOf(business, customer)),
            today: today(now(), (await getReminderSettings(db)).timeZone),
            replyUrl: absolute(`${payPath(publicId)}?reminders=1`),
          }),
          to: { name: customer.name, address: customer.email },
          unsubscribe: { url: absolute(reminderEndpoints.unsubscribePage.path.replace(':publicId', publicId)) },
          messageId: `<reminder-${userId}-${emailId}@${publicUrl().hostname}>`,
        }
      })
    })
  })
}
