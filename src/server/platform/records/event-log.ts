import type { UserDb } from '#server/platform/db/client.ts'
import type { FieldChange, HistoryEvent } from '#shared/contract/document-history.ts'
import type { RecordKind } from '#shared/record-types.ts'

/** The actor of an event other than the owner: the customer who pays or answers, or the app itself. */
export type Actor = 'Customer' | 'Billfold'

/** A record in the event log. */
export type Subject = {
  type: RecordKind | 'tax-rate' | 'recurring-invoice' | 'manual-entry' | 'profile' | 'books' | 'account'
  id: number
}

const ownerNameQuery = "select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name from users where id = $1"
const insertEvent = `
  insert into events (user_id, actor, subject_type, subject_id, kind, changes) values ($1, coalesce($2, (${ownerNameQuery})), $3, $4, $5, $6)`

/** Announces a change of such records to the user's browsers. */
export const announceSubject = (db: UserDb, type: Subject['type']): void =>
  db.announce(type === 'manual-entry' ? 'books' : type === 'profile' || type === 'books' || type === 'account' ? type : `${type}s`)

/**
 * Records a change of a record in the event log, in the transaction of the change, and announces it to the user's browsers.
 * @param kind what happened, such as 'created' or 'edited'
 * @param changes the changed fields, as displayed text
 * @param actor null for the owner
 */
export const recordEvent = (
  db: UserDb,
  subject: Subject,
  kind: string,
  changes: readonly FieldChange[] = [],
  actor: Actor | null = null,
): void => {
  db.send(insertEvent, [db.userId, actor, subject.type, subject.id, kind, JSON.stringify(changes)], 'events.insert')
  announceSubject(db, subject.type)
}

/** Events in a statement. */
const batchSize = 1000

/** Records an event of the owner, without changed fields, for each of many records. */
export const recordEvents = async (db: UserDb, type: Subject['type'], ids: readonly number[], kind: string): Promise<void> => {
  const [owner] = await db.rows<{ name: string }>(ownerNameQuery, [db.userId])
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const values = batch.map((_, i) => `($1, $2, $3, $4, $${i + 5})`).join(', ')
    db.send(`insert into events (user_id, actor, subject_type, kind, subject_id) values ${values}`, [
      db.userId,
      owner!.name,
      type,
      kind,
      ...batch,
    ])
  }
  announceSubject(db, type)
}

/** Limits of a listed history: number of events, and bytes of their changes. */
const maxEvents = 200
const maxBytes = 1_200_000

/** Reads the latest events of a record, newest first. */
export const readHistory = (db: UserDb, { type, id }: Subject): Promise<HistoryEvent[]> =>
  db.rows(
    `select id, at, kind, actor as by, changes from (
       select id, at, kind, actor, changes, sum(octet_length(changes::text)) over (order by id desc rows unbounded preceding) as bytes,
              row_number() over (order by id desc) as nth
       from events where user_id = $1 and subject_type = $2 and subject_id = $3 order by id desc limit $4) e
     where bytes <= $5 or nth = 1 order by id desc`,
    [db.userId, type, id, maxEvents, maxBytes],
    'events.read',
  )
