import { createDraft } from '#features/invoices/create.ts'
import { invoices } from '#features/invoices/read.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runIdempotent } from '#server/platform/db/idempotency.ts'
import type { Caller } from '#server/platform/http/route.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { Statement } from '../load/driver-load.ts'
import { idPlaceholder, numberPlaceholder, userPlaceholder } from '../load/load.ts'

// The statements of the app, recorded by running its code, so that the driver's measurement stays up to date.

const today = '2026-01-15' as Day
/** A row with every field that the code reads from a statement's result. */
const anyRow = {
  key: 'k',
  id: idPlaceholder,
  // New in each transaction, and far from the ids of the sequence.
  lineIds: Array.from({ length: 12 }, (_, i) => `${numberPlaceholder}${i + 10}`),
  isActive: true,
  currency: null,
  homeCurrency: 'USD',
  withholdingPercent: null,
  name: 'Acme',
  company: null,
  email: null,
  rows: '[]',
  sortValue: '',
  more: false,
}

const record = async (work: (db: UserDb, user: Caller) => Promise<unknown>): Promise<Statement[][]> => {
  const trips: Statement[][] = []
  let isOpen = false
  // Statements before the next result are sent together.
  const note = (text: string, values: readonly unknown[], name?: string) => {
    if (!isOpen) trips.push([])
    isOpen = true
    trips.at(-1)!.push({ text, values: [...values], ...(name ? { name } : {}) })
    return new Promise((resolve) =>
      setImmediate(() => {
        isOpen = false
        // No other draft waits for a number.
        resolve(name === 'documents.has-proposed-number' ? [] : [anyRow])
      }),
    )
  }
  const db = {
    userId: userPlaceholder,
    rows: note,
    send: note,
    awaitWithCommit: () => undefined,
    announce: () => undefined,
    afterCommit: () => undefined,
  } as unknown as UserDb
  const user = { id: userPlaceholder, read: ({ text, values, name }: Statement) => note(text, values, name) } as unknown as Caller
  await work(db, user)
  return trips
}

/**
 * Records the statements of listing and creating, by trips. Unique values contain `numberPlaceholder`, the user's id is `userPlaceholder`, and ids that an
 * earlier trip returned are `idPlaceholder`.
 */
export const recordStatements = async (input: InvoiceInput, query: Parameters<typeof invoices.list.reply>[1]) => {
  const create = (db: UserDb) => createDraft(db, input)
  const key = { key: `driver-${numberPlaceholder}`, requestHash: 'x'.repeat(64), callHash: 'y'.repeat(64) }
  const withNewPublicIds = (trips: Statement[][]) => {
    const inserts = trips.flat().filter(({ text }) => text.includes('insert into public_links'))
    for (const { values } of inserts) values[0] = `bench-public-${numberPlaceholder}`
    if (inserts.length === 0) throw new Error('the statement that inserts the public id was not recorded')
    return trips
  }
  return {
    list: await record((_, user) => invoices.list.reply(user, query, today, 'http://localhost:5000')),
    create: withNewPublicIds(await record(create)),
    createOnce: withNewPublicIds(await record((db) => runIdempotent(db, key, () => create(db), JSON.stringify))),
  }
}
