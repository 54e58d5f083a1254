import type { accountApi } from './account.ts'
import type { adminApi } from './admin.ts'
import type { docsApi } from './api-docs.ts'
import type { authApi } from './auth.ts'
import type { booksApi } from './books.ts'
import type { businessProfileApi } from './business-profile.ts'
import type { creditNotesApi, publicCreditNoteApi } from './credit-notes.ts'
import type { customersApi } from './customers.ts'
import type { dashboardApi } from './dashboard.ts'
import type { documentPreviewApi } from './document-preview.ts'
import type { estimatesApi } from './estimates.ts'
import type { exchangeRatesApi } from './exchange-rates.ts'
import type { expensesApi } from './expenses.ts'
import type { importsApi } from './imports.ts'
import type { invoicesApi } from './invoices.ts'
import type { itemsApi } from './items.ts'
import type { lateFeesApi } from './late-fees.ts'
import type { paymentsApi } from './payments.ts'
import type { publicEstimateApi } from './public-estimate.ts'
import type { publicInvoiceApi } from './public-invoice.ts'
import type { receiptsApi } from './receipts.ts'
import type { recurringInvoicesApi } from './recurring-invoices.ts'
import type { remindersApi } from './reminders.ts'
import type { reportsApi } from './reports.ts'
import type { savedCardsApi } from './saved-cards.ts'
import type { searchApi } from './search.ts'
import type { securityEventsApi } from './security-events.ts'
import type { statementScheduleApi } from './statement-schedule.ts'
import type { subscriptionApi } from './subscription.ts'
import type { taxRatesApi } from './tax-rates.ts'
import type { tokensApi } from './tokens.ts'
import type { uploadsApi } from './uploads.ts'

type Apis =
  | typeof accountApi
  | typeof adminApi
  | typeof authApi
  | typeof booksApi
  | typeof businessProfileApi
  | typeof creditNotesApi
  | typeof publicCreditNoteApi
  | typeof customersApi
  | typeof dashboardApi
  | typeof docsApi
  | typeof documentPreviewApi
  | typeof estimatesApi
  | typeof exchangeRatesApi
  | typeof recurringInvoicesApi
  | typeof expensesApi
  | typeof importsApi
  | typeof invoicesApi
  | typeof itemsApi
  | typeof uploadsApi
  | typeof lateFeesApi
  | typeof paymentsApi
  | typeof publicEstimateApi
  | typeof publicInvoiceApi
  | typeof receiptsApi
  | typeof remindersApi
  | typeof reportsApi
  | typeof savedCardsApi
  | typeof statementScheduleApi
  | typeof searchApi
  | typeof securityEventsApi
  | typeof subscriptionApi
  | typeof taxRatesApi
  | typeof tokensApi

type EndpointsOf<Api> = Api extends unknown ? Api[keyof Api] : never
/** Any endpoint of the contract. */
export type ContractEndpoint = EndpointsOf<Apis>
type ByAddress = { [E in ContractEndpoint as `${E['method']} ${E['path']}`]: E }

/** The endpoint of the contract, with its schemas, that has this method and path. A type alone: importing it loads no zod. */
export type EndpointAt<Address extends { method: string; path: string }> = ByAddress[`${Address['method']} ${Address['path']}` &
  keyof ByAddress]
