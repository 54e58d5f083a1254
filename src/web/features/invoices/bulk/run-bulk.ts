import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { mayCollect, mayEmail } from '#shared/invoice-rules.ts'

/** Makes one request per invoice. */
export type BulkChange = 'remind' | 'send' | 'pay' | 'delete'
export type BulkActionName = BulkChange | 'zip' | 'pdf'

/** `waiting`: accepted but pending. */
export type Outcome = { invoice: ListedInvoiceWire; state: 'done' | 'waiting' | 'not'; reason: string | null }

export const getBulkRefusal = (change: BulkChange, invoice: ListedInvoiceWire): string | null => {
  if (change === 'delete') return null
  if (change === 'remind' && invoice.status !== 'overdue') return notOverdue
  const may = change === 'pay' ? mayCollect(invoice) : mayEmail(invoice)
  return may === true ? null : may
}

const notOverdue = 'It is not overdue.'
const concurrency = 4
export const stoppedMessage = 'Stopped before it was started.'

/** At most four at a time; continues after failures. @param work an error becomes the reason @returns in the order of the invoices */
export const runBulk = async (
  invoices: readonly ListedInvoiceWire[],
  work: (invoice: ListedInvoiceWire) => Promise<Omit<Outcome, 'invoice'>>,
  { signal, onProgress, getReason }: { signal: AbortSignal; onProgress: (finished: number) => void; getReason: (error: Error) => string },
): Promise<Outcome[]> => {
  const outcomes = invoices.map((invoice): Outcome => ({ invoice, state: 'not', reason: stoppedMessage }))
  let next = 0
  let finished = 0
  const worker = async () => {
    while (next < invoices.length && !signal.aborted) {
      const at = next++
      const invoice = invoices[at]!
      try {
        outcomes[at] = { invoice, ...(await work(invoice)) }
      } catch (error) {
        outcomes[at] = { invoice, state: 'not', reason: getReason(error as Error) }
      }
      onProgress(++finished)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return outcomes
}
