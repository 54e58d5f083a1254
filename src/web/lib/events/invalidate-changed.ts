import type { Query, QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { ChangeTopic } from '#shared/server-events.ts'
import { type ClockReading, invalidateAll, wasFetchedBefore } from '#web/lib/api/fetch-times.ts'

const figures = [apiPaths.dashboard, apiPaths.reports, apiPaths.books] as const

/** Records of a type also change the list of this type. */
const pathsByTopic: Partial<Record<ChangeTopic, readonly string[]>> = {
  // Documents and expenses show the customer's name.
  customers: [
    apiPaths.invoices,
    apiPaths.estimates,
    apiPaths['credit-notes'],
    apiPaths.recurringInvoices,
    apiPaths.expenses,
    apiPaths.reminderSettings,
    ...figures,
  ],
  // The total of a recurring invoice follows its items' prices.
  items: [apiPaths.recurringInvoices, apiPaths.dashboard],
  'tax-rates': [apiPaths.recurringInvoices],
  expenses: [apiPaths.customers, ...figures],
  invoices: [apiPaths.estimates, apiPaths.customers, apiPaths.reminderSettings, apiPaths.lateFeeRule, ...figures],
  estimates: [apiPaths.customers, apiPaths.dashboard],
  // Its credit is the customer's.
  'credit-notes': [apiPaths.invoices, apiPaths.customers, ...figures],
  'recurring-invoices': [apiPaths.customers, apiPaths.dashboard],
  payments: [apiPaths.invoices, apiPaths.customers, apiPaths.paymentsState, apiPaths.reminderSettings, apiPaths.lateFeeRule, ...figures],
  // Its first part is also that of an invoice's and a customer's reminders.
  reminders: [apiPaths.reminderSettings, apiPaths.lateFeeRule, apiPaths.dashboard],
  // Also the first part of an invoice's late fees.
  'late-fees': [apiPaths.lateFeeRule],
  statements: [apiPaths.reports, apiPaths.statementSchedule],
  // Also entries by hand.
  books: [apiPaths.dashboard, apiPaths.reports],
  profile: [apiPaths.businessProfile, apiPaths.paymentsState, apiPaths.dashboard],
  account: [apiPaths.currentUser, apiPaths.billing, apiPaths.dashboard],
}

const isFetchingMore = ({ state }: Query) => state.fetchStatus === 'fetching' && Boolean(state.fetchMeta?.fetchMore)

/** Forms load their own data and are not affected. @returns whether something was left for later: a list that is loading another page */
export const invalidateChanged = (client: QueryClient, changes: ReadonlyMap<ChangeTopic, ClockReading>): boolean => {
  const isStale = (query: Query) => {
    const [path] = query.queryKey
    return [...changes].some(
      ([topic, at]) =>
        (path === `/api/${topic}` || pathsByTopic[topic]?.some((affected) => affected === path)) && wasFetchedBefore(query, at),
    )
  }
  const stale = client.getQueryCache().findAll({ predicate: isStale })
  const idle = new Set(stale.filter((query) => !isFetchingMore(query)))
  invalidateAll(client, idle)
  return idle.size < stale.length
}
