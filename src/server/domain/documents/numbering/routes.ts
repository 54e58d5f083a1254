import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import type { numberingApi } from '#shared/contract/document-numbering.ts'
import type { Day } from '#shared/dates.ts'
import { findNextNumber, getNumberPattern, patternExhausted, saveNumberPattern } from './next-number.ts'
import { updateProposedNumbers } from './proposed-numbers.ts'

const readPattern = async (db: UserDb, type: DocumentType, today: Day) => {
  const pattern = await getNumberPattern(db, type)
  const { prefix, date, padding, restart } = pattern
  const { counter, number } = await findNextNumber(db, type, pattern, today)
  return { prefix, date, padding, restart, nextCounter: counter, nextNumber: number }
}

export const numberingRoutes = (type: DocumentType, api: ReturnType<typeof numberingApi>): Route[] => [
  route(api.numberPattern, ({ user, today }) => user.tx((db) => readPattern(db, type, today))),
  idempotentRoute(api.saveNumberPattern, ({ user, body, today, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await lockDocuments(db)
        await saveNumberPattern(db, type, body, today)
        await updateProposedNumbers(db, type)
        const saved = await readPattern(db, type, today)
        if (saved.nextNumber === null) throw patternExhausted(type, body, today, 'prefix', 'Choose another prefix.')
        return saved
      }),
    ),
  ),
]
