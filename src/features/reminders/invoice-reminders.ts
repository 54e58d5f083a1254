import { getBusiness, getLocale, inLanguageOf } from '#server/domain/business/business.ts'
import { countEmail } from '#server/domain/documents/emails/allowance.ts'
import { currentInstalmentSql } from '#server/domain/ledger/instalments-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import type { InvoiceReminders, ReminderWordsInput } from '#shared/contract/reminders.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { addDays, type Day, today } from '#shared/dates.ts'
import { noAddress } from '#shared/document-status.ts'
import { parseAmount } from '#shared/money.ts'
import { describeReminder } from '#shared/reminders.ts'
import { getSentDay, laterDoneSql, lockRemindable, type Remindable } from './due.ts'
import { insertReminderEmail, readRecipient } from './emails.ts'
import { findWindow } from './hours.ts'
import { readInvoiceOptOuts } from './opt-outs.ts'
import { writeReminder } from './reminder.mail.ts'
import { skipReminders } from './run.ts'
import { getReminderSettings, lockSettings } from './settings.ts'

const maxPast = 100

const selectPast = `
  select n.id, n.offset_days as "offsetDays", coalesce(n.reason, e.reason) as reason, case when n.reason is null then e.to_address end as "to",
         coalesce(case when n.reason is null then e.settled_at end, n.at) as at,
         case when n.reason is not null then 'skipped' when e.state = 'accepted' then 'sent' else e.state end as state
  from reminders n left join reminder_emails e on e.user_id = $1 and e.id = n.email_id
  where n.user_id = $1 and n.document_id = $2 order by n.id desc limit $3`

const lockOne = async (db: UserDb, id: number, today: Day): Promise<Remindable> => {
  const [exists] = await db.rows("select 1 from documents where user_id = $1 and id = $2 and type = 'invoice' and deleted_at is null", [
    ...[db.userId, id],
  ])
  const [invoice] = exists ? await lockRemindable(db, [id], today) : []
  if (!invoice) throw notFound('Invoice')
  return invoice
}

const findReasonAgainstSending = (invoice: Remindable, isQueued: boolean): string | null => {
  if (!invoice.isOpen || Number(invoice.balance) <= 0) return 'Nothing is due on this invoice.'
  if (invoice.isUnsettled) return 'A payment of this invoice is on its way or under review.'
  if (invoice.optOut === 'paid' || invoice.optOut === 'disputed') return 'The customer has answered a reminder. Resume reminders first.'
  if (invoice.customerOptOut === 'unsubscribed') return 'This customer unsubscribed from reminders.'
  if (!invoice.email) return noAddress
  if (invoice.isBounced)
    return "Emails to the customer's address bounced, or were reported as spam. Correct the address, or choose Try again on the customer's page."
  if (isQueued) return 'A reminder is being sent.'
  return null
}

/** The words of the latest rule that has come due, or else of the first one. @param day today in the zone of the business */
const readOwnWords = async (db: UserDb, { dueDate }: Remindable, day: Day) => {
  const [rule] = await db.rows<{ subject: string | null; message: string | null }>(
    `select subject, message from reminder_rules where user_id = $1
     order by ($2::date + offset_days::int <= $3::date) desc, abs($3::date - ($2::date + offset_days::int)) limit 1`,
    [db.userId, dueDate, day],
  )
  return { subject: rule?.subject ?? '', message: rule?.message ?? null }
}

const writeNow = async (db: UserDb, invoice: Remindable, day: Day) => {
  const business = await getBusiness(db)
  const customer = await readRecipient(db, invoice.customerId)
  const invoices = [{ ...invoice, balance: parseAmount(invoice.balance) }] as const
  return writeReminder(
    { ...(await readOwnWords(db, invoice, day)), invoices, today: day, customerName: customer.greeted, businessName: business.name },
    textsIn(getLocale(inLanguageOf(business, customer))),
  )
}

/** @throws AppError 404 */
export const getInvoiceReminders = async (db: UserDb, id: number, now: Date): Promise<InvoiceReminders> => {
  const settings = await getReminderSettings(db)
  const current = today(now, settings.timeZone)
  const invoice = await lockOne(db, id, current)
  const past = await db.rows<InvoiceReminders['past'][number]>(selectPast, [db.userId, id, maxPast])
  const rules = await db.rows<{ offsetDays: number; validFrom: string }>(
    `select r.offset_days as "offsetDays", r.valid_from as "validFrom"
     from reminder_rules r join documents i on i.user_id = $1 and i.id = $2
     where r.user_id = $1 and not ${laterDoneSql('$3')}
       and not exists (select from reminders n where n.user_id = $1 and n.document_id = $2 and n.offset_days = r.offset_days
         and n.instalment = ${currentInstalmentSql('i')}) order by r.offset_days`,
    [db.userId, id, current],
  )
  const sentOn = getSentDay(invoice, settings.timeZone)
  const optOuts = await readInvoiceOptOuts(db, id, invoice.customerId)
  const isReminded =
    settings.isEnabled && invoice.isOpen && Number(invoice.balance) > 0 && !invoice.isBounced && !optOuts.optOut && !optOuts.customerOptOut
  const listed = rules.flatMap(({ offsetDays, validFrom }) => {
    const day = addDays(invoice.dueDate, offsetDays)
    return day < validFrom || day <= sentOn ? [] : [{ offsetDays, day, at: findWindow(settings, now, day).opensAt }]
  })
  // Of those whose day has come, only the newest is sent.
  const coming = isReminded ? listed.filter(({ day }, n) => day > current || (listed[n + 1]?.day ?? addDays(current, 1)) > current) : []
  const whyNot = findReasonAgainstSending(
    invoice,
    past.some(({ state }) => state === 'queued'),
  )
  const mail = whyNot ? null : await writeNow(db, invoice, current)
  return { isEnabled: settings.isEnabled, ...optOuts, coming, past, to: whyNot ? null : invoice.email, whyNot, mail }
}

/** By hand. @param words of the owner's own @throws AppError 404; 409 why there can be none; 429 when the account may not send more emails now */
export const sendReminderNow = async (db: UserDb, id: number, words: ReminderWordsInput | undefined, now: Date): Promise<void> => {
  await lockSettings(db)
  const { whyNot, to } = await getInvoiceReminders(db, id, now)
  if (whyNot || !to) throw new AppError(409, whyNot ?? noAddress)
  const day = today(now, (await getReminderSettings(db)).timeZone)
  const invoice = await lockOne(db, id, day)
  await countEmail(db, to)
  const usual = await readOwnWords(db, invoice, day)
  await insertReminderEmail(db, {
    ...{ customerId: invoice.customerId, to, day },
    reminders: [{ id, instalment: invoice.instalment, offsetDays: null }],
    words: { subject: words?.subject || usual.subject, message: words?.message || usual.message },
  })
}

/** @throws AppError 404, 409 when there is no such reminder to come */
export const skipComing = async (db: UserDb, id: number, offsetDays: number, now: Date): Promise<void> => {
  await lockSettings(db)
  const { coming } = await getInvoiceReminders(db, id, now)
  if (!coming.some((each) => each.offsetDays === offsetDays))
    throw new AppError(409, `No reminder is coming ${describeReminder(offsetDays).toLowerCase()}.`)
  const { instalment } = await lockOne(db, id, today(now, (await getReminderSettings(db)).timeZone))
  skipReminders(db, [{ documentId: id, instalment, offsetDays, reason: 'Skipped by you.' }])
}

/** @throws AppError 404 */
export const stopReminders = async (db: UserDb, id: number, now: Date): Promise<void> => {
  await lockOne(db, id, today(now, (await getReminderSettings(db)).timeZone))
  const made = await db.rows(
    `insert into reminder_opt_outs (user_id, document_id, cause) values ($1, $2, 'owner') on conflict (user_id, document_id) do nothing returning 1`,
    [db.userId, id],
  )
  if (made.length > 0) recordEvent(db, { type: 'invoice', id }, 'reminders stopped')
  db.announce('reminders')
}

/** What came due meanwhile stays skipped. @throws AppError 404 */
export const resumeReminders = async (db: UserDb, id: number, now: Date): Promise<void> => {
  await lockOne(db, id, today(now, (await getReminderSettings(db)).timeZone))
  const gone = await db.rows('delete from reminder_opt_outs where user_id = $1 and document_id = $2 returning 1', [db.userId, id])
  if (gone.length > 0) recordEvent(db, { type: 'invoice', id }, 'reminders resumed')
  db.announce('reminders')
}
