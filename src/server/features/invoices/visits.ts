import type { Database } from '#server/platform/db/client.ts'

type Deps = { database: Database; now: () => Date; log: (line: string) => void }

// One look an hour stands for all. Who holds the invoice at the moment, a payment say, is not waited for: then this look isn't noted. No change of
// the invoice, so its version stays.
const visit = `
  with seen as (
    update invoices set viewed_at = $3
    where user_id = $1 and id = (
      select id from invoices
      where user_id = $1 and id = $2 and deleted_at is null and (viewed_at is null or viewed_at <= $3::timestamptz - interval '1 hour')
      for no key update skip locked)
    returning id
  )
  insert into invoice_events (user_id, invoice_id, kind, by) select $1, id, 'viewed', 'Customer' from seen`

/** Notes in an invoice's history that its customer looked at it. Never throws: the page is there for him, whatever becomes of this. */
export const recordView = async ({ database, now, log }: Deps, userId: number, invoiceId: number): Promise<void> => {
  try {
    await database.asUser(userId, (db) => db.rows(visit, [userId, invoiceId, now()], 'invoices.visit'))
  } catch (error) {
    log(`A look at invoice ${invoiceId} of user ${userId} wasn't noted: ${error instanceof Error ? error.message : String(error)}`)
  }
}
