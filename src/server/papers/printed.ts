import type { UserDb } from '#server/platform/db/client.ts'
import { usersToday } from '#server/platform/users-today.ts'
import type { Day } from '#shared/dates.ts'
import type { Paper } from '#shared/paper.ts'
import type { AnyPaper } from './any-paper.ts'
import { type Parties, partiesOf } from './issue.ts'
import type { PaperKind } from './kind.ts'
import { type OwnPrint, paperOf } from './paper.ts'

/** A paper as it is stored, its two parties, and how it is printed. */
export type Printed<Stored> = { stored: Stored; parties: Parties; paper: Paper }

/** Reads papers of one kind together with what is printed. */
export type PrintedPapers<Stored> = {
  /** As of today where its owner is. @throws AppError 404 */
  read(db: UserDb, id: number): Promise<Printed<Stored>>
}

/** @param own what this kind prints in its own way */
export const printedPapers = <Stored extends AnyPaper>(
  of: PaperKind,
  now: () => Date,
  one: (db: UserDb, id: number, today: Day) => Promise<Stored>,
  own: (db: UserDb, stored: Stored, parties: Parties) => Promise<OwnPrint>,
): PrintedPapers<Stored> => ({
  read: async (db, id) => {
    const stored = await one(db, id, await usersToday(db, now()))
    const parties = await partiesOf(db, of, id)
    return { stored, parties, paper: paperOf(of, stored, parties, await own(db, stored, parties)) }
  },
})
