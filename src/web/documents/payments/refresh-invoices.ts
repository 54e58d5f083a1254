import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'

/** What a change of an invoice or a credit note may change. */
export const invoiceChanges = [
  apiPaths.invoices,
  apiPaths['credit-notes'],
  apiPaths.dashboard,
  apiPaths.reports,
  apiPaths.customers,
  paymentEndpoints.state.path,
]

export const refreshInvoices = () => refreshPaths(invoiceChanges)
