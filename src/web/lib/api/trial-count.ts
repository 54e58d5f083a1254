import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

const userKey = [apiPaths.currentUser]
/** Lists that show what others did meanwhile: a customer who accepts an estimate makes an invoice, and that counts in the trial. */
const tellOfInvoices = [apiPaths.estimates, apiPaths.invoices, apiPaths.dashboard]
/** An answer about the user that is no older than this came with the same page as the list. */
const sameVisitMs = 5000

/**
 * Has the free invoices counted anew whenever a list of papers arrives, so that the plan line never lags behind what the page shows. Nobody else's
 * line counts anything, so nothing is asked for them.
 * @returns what ends it
 */
export const refreshTrialCount = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (!tellOfInvoices.some((path) => path === event.query.queryKey[0])) return
    const user = client.getQueryState<CurrentUser>(userKey)
    if (user?.data?.subscriptionStatus !== 'trial' || user.fetchStatus !== 'idle') return
    if (Date.now() - user.dataUpdatedAt > sameVisitMs) void client.invalidateQueries({ queryKey: userKey })
  })
