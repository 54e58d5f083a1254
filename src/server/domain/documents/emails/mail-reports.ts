import type { Database, UserDb } from '#server/platform/db/client.ts'
import { explainFailure } from '#server/platform/mail/reports/failure-reasons.ts'
import type { MailReport } from '#server/platform/mail/reports/parse-report.ts'
import { markBounced } from './bounced-addresses.ts'
import { copyLatestState, lockDocument } from './store.ts'

/** The kinds of emails to customers that are stored, by the first word of their Message-IDs; the last number there is the value of `key`. */
const storedEmails = {
  invoice: { table: 'document_emails', key: 'id' },
  estimate: { table: 'document_emails', key: 'id' },
  receipt: { table: 'document_emails', key: 'payment_id' },
  statement: { table: 'statement_emails', key: 'id' },
  reminder: { table: 'reminder_emails', key: 'id' },
} as const
type StoredEmails = (typeof storedEmails)[keyof typeof storedEmails]

/** 'invoice-7-12-34': the kind, the user and at last the email. */
const parseMessageId = (id: string): { userId: number; of: StoredEmails; key: number } | null => {
  const [, kind, userId, key] = /^([a-z]+)-(\d{1,16})(?:-\d{1,16})?-(\d{1,16})$/.exec(id) ?? []
  if (!kind || !Object.hasOwn(storedEmails, kind)) return null
  return { userId: Number(userId), of: storedEmails[kind as keyof typeof storedEmails], key: Number(key) }
}

type Email = { id: number; documentId: number | null; to: string; cc: string[] }

const findEmail = async (db: UserDb, { table, key }: StoredEmails, value: number): Promise<Email | null> => {
  const columns =
    table === 'document_emails'
      ? `document_id as "documentId", coalesce(string_to_array(cc_addresses, ', '), '{}') as cc`
      : `null as "documentId", '{}'::text[] as cc`
  const [found] = await db.rows<Email>(`select id, to_address as "to", ${columns} from ${table} where user_id = $1 and ${key} = $2`, [
    ...[db.userId, value],
  ])
  return found ?? null
}

/** @returns false when this is known already */
const recordAtEmail = async (db: UserDb, { table }: StoredEmails, { id, documentId }: Email, address: string, failure: string | null) => {
  if (documentId !== null) lockDocument(db, documentId)
  const changed = await db.rows(
    `update ${table} set reported_addresses = array_append(coalesce(reported_addresses, '{}'), $3)
            ${failure === null ? '' : ", state = 'failed', reason = $4, settled_at = now()"}
     where user_id = $1 and id = $2 and (state = 'accepted' or reported_addresses is not null)
       and not ($3 = any(coalesce(reported_addresses, '{}'))) returning id`,
    [db.userId, id, address, ...(failure === null ? [] : [failure])],
  )
  if (documentId !== null) await copyLatestState(db, documentId)
  else if (changed.length > 0) db.announce('statements')
  return changed.length > 0
}

/** Other addresses than the email's are ignored; a repeated report changes nothing. @param messageId verified, without its signature */
export const recordReport = async (database: Database, messageId: string, { kind, recipients }: MailReport): Promise<boolean> => {
  const named = parseMessageId(messageId)
  if (!named) return false
  return database.asUser(named.userId, async (db) => {
    const email = await findEmail(db, named.of, named.key)
    if (!email) return false
    const written = [email.to, ...email.cc].map((address) => address.toLowerCase())
    // A complaint doesn't always say who complains.
    const about =
      kind === 'complaint' && recipients.length === 0 && written.length === 1
        ? [{ addresses: written, status: null, diagnostic: '' }]
        : recipients
    let hasChanged = false
    for (const { addresses, status, diagnostic } of about) {
      const address = addresses.find((each) => written.includes(each))
      if (address === undefined) continue
      const failure = kind === 'bounce' ? explainFailure(status, diagnostic) : null
      if (!(await recordAtEmail(db, named.of, email, address, failure && `${address}: ${failure.reason}`))) continue
      hasChanged = true
      if (failure === null) await markBounced(db, address, 'complaint', null)
      else if (failure.isDead) await markBounced(db, address, 'bounce', failure.reason)
    }
    return hasChanged
  })
}
