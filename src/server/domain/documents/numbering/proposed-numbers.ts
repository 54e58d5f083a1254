import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { formatDocumentNumber } from '#shared/document-numbers.ts'
import { findNextNumber, getNumberPattern } from './next-number.ts'

/** The others follow when they are edited or sent. */
const maxFollowing = 500

const proposedSql = 'user_id = $1 and type = $2 and not has_number and deleted_at is null'

/** Whether there are drafts without a number of their own. */
export const hasProposedNumbers = async (db: UserDb, type: DocumentType): Promise<boolean> => {
  const found = await db.rows(
    `select 1 from documents where ${proposedSql} limit 1`,
    [db.userId, type.name],
    'documents.has-proposed-number',
  )
  return found.length > 0
}

// One that another transaction changes is skipped: it computes its number itself, and waiting for it here could be a deadlock.
const draftsQuery = `
  select id, issue_date as "issueDate" from documents where ${proposedSql} order by id desc limit ${maxFollowing} for update skip locked`

/** After a number was taken or became free: drafts without a number of their own show the one that they would get now. */
export const updateProposedNumbers = async (db: UserDb, type: DocumentType): Promise<void> => {
  const drafts = await db.rows<{ id: number; issueDate: Day }>(draftsQuery, [db.userId, type.name])
  if (drafts.length === 0) return
  const pattern = await getNumberPattern(db, type)
  const nameSeries = ({ issueDate }: { issueDate: Day }) => formatDocumentNumber(pattern, issueDate, 0)
  const numbers = new Map<string, string | null>()
  for (const draft of drafts) {
    const series = nameSeries(draft)
    if (!numbers.has(series)) numbers.set(series, (await findNextNumber(db, type, pattern, draft.issueDate)).number)
  }
  await db.rows(
    `update documents d set number = proposed.number from unnest($2::bigint[], $3::text[]) proposed(id, number)
     where d.user_id = $1 and d.id = proposed.id and d.number <> proposed.number`,
    [db.userId, drafts.map(({ id }) => id), drafts.map((draft) => numbers.get(nameSeries(draft)))],
  )
  db.announce(`${type.name}s`)
}
