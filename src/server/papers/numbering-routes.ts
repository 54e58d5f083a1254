import type { UserDb } from '#server/platform/db/client.ts'
import { change, type Route, route } from '#server/platform/http/route.ts'
import type { numberingApi } from '#shared/api/numbering.ts'
import type { Day } from '#shared/dates.ts'
import type { PaperKind } from './kind.ts'
import { lockPapers } from './lock.ts'
import { patternOf, savePattern } from './numbering.ts'
import { nextOf, usedUp } from './numbers.ts'

const asShown = async (db: UserDb, of: PaperKind, today: Day) => {
  const pattern = await patternOf(db, of)
  const { prefix, includeYear, padding, restartYearly } = pattern
  const { counter, number } = await nextOf(db, of, pattern, today)
  return { prefix, includeYear, padding, restartYearly, nextCounter: counter, nextNumber: number }
}

/** The pattern that the numbers of a kind of paper follow. */
export const numberingRoutes = (of: PaperKind, api: ReturnType<typeof numberingApi>): Route[] => [
  route(api.numberPattern, ({ user, today }) => user.tx((db) => asShown(db, of, today))),
  change(api.saveNumberPattern, ({ user, body, today, once }) =>
    user.tx((db) =>
      once(db, async () => {
        await lockPapers(db)
        await savePattern(db, of, body, today)
        const saved = await asShown(db, of, today)
        if (saved.nextNumber === null) throw usedUp(of, body, today, 'prefix', 'Choose another prefix.')
        return saved
      }),
    ),
  ),
]
