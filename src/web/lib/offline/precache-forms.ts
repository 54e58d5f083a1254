import { taxRateEndpoints } from '#modules/tax-rates/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { WorkerMessage } from '#shared/service-worker.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

const pickerSize = 50

/** Exactly as the forms for documents, expenses and payments load them. */
const formUrls = [
  `${apiPaths.customers}?limit=${pickerSize}&sort=name`,
  `${apiPaths.items}?limit=${pickerSize}&sort=name`,
  invoiceEndpoints.nextNumber.path,
  estimateEndpoints.nextNumber.path,
  apiPaths.businessProfile,
  `${taxRateEndpoints.list.path}?archived=true`,
]

export const precacheForms = async (): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'KEEP', urls: formUrls, timeZone: getTimeZone() } satisfies WorkerMessage)
}
