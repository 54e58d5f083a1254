import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { WorkerMessage } from '#shared/service-worker.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** As many as the lists of customers and items offer when nothing is typed there. */
const offered = 50

/** What new papers, expenses and payments begin with, by the very addresses that their forms ask. */
const formsAsk = [
  `${apiPaths.customers}?limit=${offered}&sort=name`,
  `${apiPaths.items}?limit=${offered}&sort=name`,
  invoiceEndpoints.nextNumber.path,
  estimateEndpoints.nextNumber.path,
  apiPaths.businessProfile,
]

/** Has the worker keep what forms begin with, so that one can be opened at a customer's door without a network, too. */
export const precacheForms = async (): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP', urls: formsAsk, timeZone: getTimeZone() } satisfies WorkerMessage)
}
