import { createDraft } from '#server/features/invoices/create.ts'
import { invoiceList } from '#server/features/invoices/list.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runIdempotent } from '#server/platform/db/idempotency.ts'
import type { Caller } from '#server/platform/http/route.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { Statement } from '../load/driver-load.ts'
import { numberPlaceholder, userPlaceholder } from '../load/load.ts'

// The statements of the app, recorded by running its code, so that the driver's measurement stays up to date.

const today = '2026-01-15' as Day
/** The position of the new public id among the values of the creating statement. */
const publicIdIndex = 15
/** A row with every field that the code reads from a statement's result. */
const anyRow = { key: 'k', id: 1, text: JSON.stringify('r'.repeat(1200)), rows: '[]', sortValue: '', more: false }

const record = async (work: (db: UserDb, user: Caller) => Promise<unknown>): Promise<Statement[][]> => {
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

/** Records the statements of listing and creating, each a trip. Unique values contain `numberPlaceholder`, and the user's id is `userPlaceholder`. */
export const recordStatements = async (input: InvoiceInput, query: Parameters<typeof invoiceList.reply>[1]) => {
  const create = (db: UserDb) => createDraft(db, input, today)
  const key = { key: `driver-${numberPlaceholder}`, requestHash: 'x'.repeat(64) }
  const withNewIds = (trips: Statement[][]) => {
    for (const { name, values } of trips.flat()) if (name === 'invoices.create') values[publicIdIndex] = `bench-public-${numberPlaceholder}`
    return trips
  }
  return {
    list: await record((_, user) => invoiceList.reply(user, query, today, 'http://localhost:5000')),
    create: withNewIds(await record(create)),
    createOnce: withNewIds(
      await record((db) =>
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
