import type { UserDb } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { lockPapers } from '#server/platform/paper-lock.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { patternOf, savePattern } from './numbering.ts'
import { nextInvoiceNumber, nextOf, usedUp } from './numbers.ts'

const asShown = async (db: UserDb, today: Day) => {
  const pattern = await patternOf(db)
  const { prefix, includeYear, padding, restartYearly } = pattern
  const { counter, invoiceNumber } = await nextOf(db, pattern, today)
  return { prefix, includeYear, padding, restartYearly, nextCounter: counter, nextNumber: invoiceNumber }
}

/** The next invoice number, and the pattern that it follows. */
export const numberingRoutes = () => [
  route(invoicesApi.nextNumber, ({ user, today }) => user.tx(async (db) => ({ invoiceNumber: await nextInvoiceNumber(db, today) }))),
  route(invoicesApi.numberPattern, ({ user, today }) => user.tx((db) => asShown(db, today))),
  route(invoicesApi.saveNumberPattern, ({ user, body, today }) =>
    user.tx(async (db) => {
      await lockPapers(db)
      await savePattern(db, body, today)
      const saved = await asShown(db, today)
      if (saved.nextNumber === null) throw usedUp(body, today, 'prefix', 'Choose another prefix.')
      return saved
    }),
  ),
]
