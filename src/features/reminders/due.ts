import { currentInstalmentSql, dueNowSql } from '#server/domain/ledger/instalments-sql.ts'
import { isOpenSql, isUnsettledSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, today } from '#shared/dates.ts'

export type Remindable = {
  id: number
  customerId: number
  number: string
  currency: Currency
  /** Decimal text; with a payment schedule, what is due of its instalments now. */
  balance: string
  /** The position of the instalment that the due date is of; 1 without a schedule. */
  instalment: number
  dueDate: Day
  /** null for an invoice that was imported. */
  sentAt: Date | null
  issueDate: Day
  isOpen: boolean
  /** A payment is on its way, under review or disputed at the provider: it is decided later. */
  isUnsettled: boolean
  email: string | null
  isBounced: boolean
  optOut: OptOutCause | null
  customerOptOut: OptOutCause | null
}
export type OptOutCause = 'owner' | 'paid' | 'disputed' | 'unsubscribed'

const columns = `i.id, i.customer_id as "customerId", i.number, i.currency, ${dueNowSql('i', '$3::date')}::text as balance, ${currentInstalmentSql('i')} as instalment, i.due_date as "dueDate",
  i.sent_at as "sentAt", i.issue_date as "issueDate", ${isOpenSql('i')} as "isOpen",
  ${isUnsettledSql('i')} as "isUnsettled", c.email,
  exists (select from bounced_addresses b where b.user_id = $1 and b.address = lower(c.email)) as "isBounced",
  (select o.cause from reminder_opt_outs o where o.user_id = $1 and o.document_id = i.id) as "optOut",
  (select o.cause from reminder_opt_outs o where o.user_id = $1 and o.customer_id = i.customer_id) as "customerOptOut"`

/** Locked, so that no payment of them is recorded until the commit. @param today in the zone of the business */
export const lockRemindable = async (db: UserDb, ids: readonly number[], today: Day): Promise<Remindable[]> => {
  // Read by a second statement: one that waits for a lock still sees the payments as they were when it began.
  await db.rows('select 1 from documents where user_id = $1 and id = any($2) order by id for no key update', [db.userId, ids])
  return db.rows<Remindable>(
    `select ${columns} from documents i join customers c on c.user_id = $1 and c.id = i.customer_id
     where i.user_id = $1 and i.id = any($2) and i.type = 'invoice' order by i.due_date, i.id`,
    [db.userId, ids, today],
  )
}

export const findReasonAgainst = (invoice: Remindable): string | null => {
  if (!invoice.isOpen || Number(invoice.balance) <= 0) return 'Nothing is due.'
  if (invoice.optOut === 'paid') return 'The customer says that it was paid.'
  if (invoice.optOut === 'disputed') return 'The customer disputes it.'
  if (invoice.optOut) return 'Reminders are off for this invoice.'
  if (invoice.customerOptOut === 'unsubscribed') return 'The customer unsubscribed from reminders.'
  if (invoice.customerOptOut) return 'Reminders are off for this customer.'
  if (!invoice.email) return 'The customer has no email address.'
  if (invoice.isBounced) return "Emails to the customer's address bounced, or were reported as spam."
  return null
}

/** The last day on which a reminder would come with the invoice itself, or before it. */
export const getSentDay = ({ sentAt, issueDate }: Remindable, timeZone: string): Day => {
  const sent = sentAt ? today(sentAt, timeZone) : issueDate
  return sent > issueDate ? sent : issueDate
}

export type DueReminder = {
  documentId: number
  instalment: number
  offsetDays: number
  day: Day
  /** A reminder by a later rule, whose day has come, is done, such as skipped by the owner. */
  isOlder: boolean
}

/**
 * For the current instalment of the invoice `i`, a reminder by a later rule than `r` is done, and its day has come. @param today SQL
 * expression
 */
export const laterDoneSql = (today: string): string => `exists (select from reminders l
  where l.user_id = $1 and l.document_id = i.id and l.instalment = ${currentInstalmentSql('i')} and l.offset_days > r.offset_days and i.due_date + l.offset_days::int <= ${today}::date)`

/**
 * Those of a customer who got one that day, or to whom one is being sent, wait; so do those of an invoice with a payment on its way. $2: today
 * in the zone of the business
 */
const dueSql = `
  documents i join reminder_rules r on r.user_id = $1
  where i.user_id = $1 and ${isOpenSql('i')}
    and i.due_date + r.offset_days::int between r.valid_from and $2::date
    and not exists (select from reminders d where d.user_id = $1 and d.document_id = i.id and d.offset_days = r.offset_days
      and d.instalment = ${currentInstalmentSql('i')})
    and not exists (select from reminder_emails e where e.user_id = $1 and e.customer_id = i.customer_id and (e.day = $2 or e.state = 'queued'))
    and not ${isUnsettledSql('i')}`

export const listDueCustomers = async (db: UserDb, today: Day, { after, limit }: { after: number; limit: number }): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(`select distinct i.customer_id as id from ${dueSql} and i.customer_id > $3 order by 1 limit $4`, [
      db.userId,
      today,
      after,
      limit,
    ])
  ).map(({ id }) => id)

/** The newest of each invoice first. */
export const listDue = (db: UserDb, today: Day, customerId: number): Promise<DueReminder[]> =>
  db.rows<DueReminder>(
    `select i.id as "documentId", ${currentInstalmentSql('i')} as instalment, r.offset_days as "offsetDays", i.due_date + r.offset_days::int as day,
       ${laterDoneSql('$2')} as "isOlder"
     from ${dueSql} and i.customer_id = $3 order by i.id, r.offset_days desc`,
    [db.userId, today, customerId],
  )
