import { createDraft } from '#server/features/invoices/create.ts'
import { invoiceList } from '#server/features/invoices/list.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runIdempotent } from '#server/platform/db/idempotency.ts'
import type { Caller } from '#server/platform/http/route.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { Statement } from '../load/driver-load.ts'
import { numberPlaceholder, userPlaceholder } from '../load/placeholders.ts'

// What the app asks of the database, written down by asking the app: the driver's measurement can't drift from it.

const today = '2026-01-15' as Day
/** Where the creating statement has the new public id. */
const publicIdAt = 15
/** Has whatever a statement's answer is asked for. */
const anyRow = { key: 'k', id: 1, text: JSON.stringify('r'.repeat(1200)), rows: '[]', sortValue: '', more: false }

const recorded = async (work: (db: UserDb, user: Caller) => Promise<unknown>): Promise<Statement[][]> => {
  const trips: Statement[][] = []
  const note = (text: string, values: readonly unknown[], name?: string) => {
    const statement = { text, values: [...values], ...(name ? { name } : {}) }
    trips.push([statement])
    return Promise.resolve([anyRow])
  }
  const db = { userId: userPlaceholder, rows: note, send: note } as unknown as UserDb
  const user = { id: userPlaceholder, read: ({ text, values, name }: Statement) => note(text, values, name) } as unknown as Caller
  await work(db, user)
  return trips
}

/** The statements of both calls, a round trip each; what must be new each time carries `numberMark`, the user's id is `userMark`. */
export const recordStatements = async (input: InvoiceInput, query: Parameters<typeof invoiceList.reply>[1]) => {
  const create = (db: UserDb) => createDraft(db, input, today)
  const key = { key: `driver-${numberPlaceholder}`, requestHash: 'x'.repeat(64) }
  const withNewIds = (trips: Statement[][]) => {
    for (const { name, values } of trips.flat()) if (name === 'invoices.create') values[publicIdAt] = `bench-public-${numberPlaceholder}`
    return trips
  }
  return {
    list: await recorded((_, user) => invoiceList.reply(user, query, today, 'http://localhost:5000')),
    create: withNewIds(await recorded(create)),
    createOnce: withNewIds(
      await recorded((db) =>
        runIdempotent(
          db,
          key,
          async () => (await create(db)).reply,
          ({ text }) => text,
        ),
      ),
    ),
  }
}
