import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'

/** Run by hand, a schedule creates an invoice. */
const paths = [
  ...[apiPaths.recurringInvoices, apiPaths.invoices, apiPaths.customers, apiPaths.dashboard, apiPaths.reports],
  apiPaths.currentUser,
]

export const refreshSchedules = () => refreshPaths(paths)
