import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { taxRateEndpoints } from '#shared/contract/endpoints/tax-rates.ts'
import type { WorkerMessage } from '#shared/service-worker.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** The number of options that the customer and item pickers load before anything is typed. */
const pickerSize = 50

/** The exact URLs that the forms for documents, expenses and payments load. */
const formUrls = [
  `${apiPaths.customers}?limit=${pickerSize}&sort=name`,
  `${apiPaths.items}?limit=${pickerSize}&sort=name`,
  invoiceEndpoints.nextNumber.path,
  estimateEndpoints.nextNumber.path,
  apiPaths.businessProfile,
  `${taxRateEndpoints.list.path}?archived=true`,
]

/** Has the service worker cache the data that forms load, so that they open without a network. */
export const precacheForms = async (): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP', urls: formUrls, timeZone: getTimeZone() } satisfies WorkerMessage)
}
