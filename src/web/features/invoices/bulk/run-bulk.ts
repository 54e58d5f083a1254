import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'

/** What can be done with several invoices, one call each. */
export type BulkChange = 'send' | 'pay' | 'delete'
export type BulkActionName = BulkChange | 'zip' | 'pdf'

/** How it went with one invoice: done, taken but not over yet, or not done; and why. */
export type Outcome = { invoice: InvoiceWire; state: 'done' | 'waiting' | 'not'; why: string | null }

/** Why there is no point in asking the server, or null. */
export const getBulkRefusal = (deed: BulkChange, invoice: InvoiceWire): string | null => {
  if (deed === 'delete') return null
  if (invoice.status === 'paid') return 'This invoice has already been paid.'
  return deed === 'send' && mayEmail(invoice) !== true ? "Customer doesn't have an email address on file." : null
}

const atOnce = 4
/** What is said of those whose turn didn't come. */
export const stoppedMessage = 'Stopped before its turn.'

/**
 * Does the work for each, at most four at a time, and goes on when one fails.
 * @param work answers how it went; what it throws is the reason why not
 * @param onProgress told how many are over, each time one is
 * @returns the outcomes in the order of the invoices
 */
export const runBulk = async (
  invoices: readonly InvoiceWire[],
  work: (invoice: InvoiceWire) => Promise<Omit<Outcome, 'invoice'>>,
  { signal, onProgress, reasonOf }: { signal: AbortSignal; onProgress: (over: number) => void; reasonOf: (error: Error) => string },
): Promise<Outcome[]> => {
  const outcomes = invoices.map((invoice): Outcome => ({ invoice, state: 'not', why: stoppedMessage }))
  let next = 0
  let over = 0
  const worker = async () => {
    while (next < invoices.length && !signal.aborted) {
      const at = next++
      const invoice = invoices[at]!
      try {
        outcomes[at] = { invoice, ...(await work(invoice)) }
      } catch (error) {
        outcomes[at] = { invoice, state: 'not', why: reasonOf(error as Error) }
      }
      onProgress(++over)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}
