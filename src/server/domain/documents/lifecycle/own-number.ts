import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { drawNumber } from '#server/domain/documents/numbering/next-number.ts'
import { updateProposedNumbers } from '#server/domain/documents/numbering/proposed-numbers.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { explainConstraintError, NumberTakenError } from './content-rows.ts'
import { refreshDocumentEntry } from './search-entry.ts'

const maxDraws = 5

/** A document with a typed number may take the drawn one at the same moment: then the next one is drawn, and `write` called again. */
export const writeWithDrawnNumber = async <T>(
  db: UserDb,
  type: DocumentType,
  day: Day,
  write: (number: string) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const number = await drawNumber(db, type, day)
    await db.rows('savepoint drawn')
    try {
      return await write(number)
    } catch (error) {
      if (!(error instanceof NumberTakenError) || attempt === maxDraws) throw error
      await db.rows('rollback to savepoint drawn')
    }
  }
}

type Unnumbered = { id: number; issueDate: Day }

const unnumberedQuery = `
  select id, issue_date as "issueDate" from documents
  where user_id = $1 and id = $2 and type = $3 and not has_number and deleted_at is null for update`

/** Locks it. @returns undefined for a document with a number of its own */
export const lockUnnumbered = async (db: UserDb, type: DocumentType, id: number): Promise<Unnumbered | undefined> =>
  (await db.rows<Unnumbered>(unnumberedQuery, [db.userId, id, type.name], 'documents.lock-unnumbered'))[0]

/** @throws AppError 409 when the pattern's last number is taken */
export const giveNumber = async (db: UserDb, type: DocumentType, { id, issueDate }: Unnumbered): Promise<void> => {
  await writeWithDrawnNumber(db, type, issueDate, (number) =>
    db
      .rows('update documents set number = $3, has_number = true where user_id = $1 and id = $2', [db.userId, id, number])
      .catch((error: unknown) => {
        throw explainConstraintError(error, type, number)
      }),
  )
  await updateProposedNumbers(db, type)
  await refreshDocumentEntry(db, id)
}
