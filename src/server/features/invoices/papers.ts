import type { UserDb } from '#server/platform/db/client.ts'
import { usersToday } from '#server/platform/users-today.ts'
import type { Paper } from '#shared/paper.ts'
import { payPath } from '#shared/paths.ts'
import { partiesOf } from './issue.ts'
import { invoicePaper } from './paper.ts'
import { type Invoice, oneInvoice } from './read.ts'

type Parties = Awaited<ReturnType<typeof partiesOf>>
export type InvoicePapers = { read(db: UserDb, id: number): Promise<{ invoice: Invoice; parties: Parties; paper: Paper }> }

/**
 * Reads an invoice together with its finished paper.
 * @param canCollect whether the business can take payments online; the paper then carries the address of the pay page
 */
export const invoicePapers = (deps: {
  now: () => Date
  publicUrl: () => URL
  canCollect: (db: UserDb) => Promise<boolean>
}): InvoicePapers => ({
  read: async (db, id) => {
    const invoice = await oneInvoice(db, id, await usersToday(db, deps.now()))
    const parties = await partiesOf(db, id)
    const payable = invoice.status !== 'draft' && invoice.status !== 'paid' && invoice.balanceDue > 0 && (await deps.canCollect(db))
    const payUrl = payable ? new URL(payPath(parties.publicId), deps.publicUrl()).href : null
    return { invoice, parties, paper: invoicePaper(invoice, parties, payUrl) }
  },
})
