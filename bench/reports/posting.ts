import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createTimings, round } from '../support/stats.ts'

type Target = {
  database: Database
  userId: number
  /** Creates a draft over HTTP. @returns its row id */
  create: (number: string) => Promise<number>
}

/**
 * Measures what the journal costs: the transaction that posts an issued invoice, and that of a payment, each less an empty transaction; beside the creation of
 * a draft over HTTP, which posts nothing.
 */
export const measurePosting = async ({ database, userId, create }: Target, turns: number): Promise<Record<string, number>> => {
  const timings = createTimings()
  // Rounds of warm-up have negative numbers.
  for (let turn = -5; turn < turns; turn++) {
    let id = 0
    const createOne = async () => {
      id = await create(`POSTED-${turn + 5}`)
    }
    await timings.measure('create', createOne, turn)
    const post = () => database.asUser(userId, async (db) => postInvoice(db, id))
    await timings.measure('nothing', () => database.asUser(userId, (db) => db.rows('select 1')), turn)
    await database.asUser(userId, (db) => db.rows("update documents set status = 'sent' where user_id = $1 and id = $2", [userId, id]))
    await timings.measure('invoice', post, turn)
    await database.asUser(userId, (db) =>
      db.rows(
        `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
         values ($1, $2, 10, '2026-02-01', 'cash', 'manual', 'succeeded')`,
        [userId, id],
      ),
    )
    await timings.measure('payment', post, turn)
  }
  const creation = timings.median('create')
  const [invoice, payment] = ['invoice', 'payment'].map((name) => timings.median(name) - timings.median('nothing')) as [number, number]
  return {
    'create over HTTP, ms': round(creation, 2),
    'posting an invoice, ms': round(invoice, 2),
    'posting a payment, ms': round(payment, 2),
    'invoice to create': round(invoice / creation, 2),
    'payment to create': round(payment / creation, 2),
  }
}
