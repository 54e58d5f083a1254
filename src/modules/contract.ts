import type { accountApi } from '#shared/contract/account.ts'
import type { adminApi } from '#shared/contract/admin.ts'
import type { docsApi } from '#shared/contract/api-docs.ts'
import type { authApi } from '#shared/contract/auth.ts'
import type { bankAccountsApi } from '#shared/contract/bank-accounts.ts'
import type { booksApi } from '#shared/contract/books.ts'
import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import type { creditNotesApi, publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import type { dashboardApi } from '#shared/contract/dashboard.ts'
import type { documentPreviewApi } from '#shared/contract/document-preview.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { importsApi } from '#shared/contract/imports.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { lateFeesApi } from '#shared/contract/late-fees.ts'
import type { paymentsApi } from '#shared/contract/payments.ts'
import type { publicEstimateApi } from '#shared/contract/public-estimate.ts'
import type { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import type { recurringInvoicesApi } from '#shared/contract/recurring-invoices.ts'
import type { remindersApi } from '#shared/contract/reminders.ts'
import type { reportsApi } from '#shared/contract/reports.ts'
import type { savedCardsApi } from '#shared/contract/saved-cards.ts'
import type { searchApi } from '#shared/contract/search.ts'
import type { securityEventsApi } from '#shared/contract/security-events.ts'
import type { statementScheduleApi } from '#shared/contract/statement-schedule.ts'
import type { subscriptionApi } from '#shared/contract/subscription.ts'
import type { tokensApi } from '#shared/contract/tokens.ts'
import type { uploadsApi } from '#shared/contract/uploads.ts'
import type { customersApi } from './customers/contract.ts'
import type { exchangeRatesApi } from './exchange-rates/contract.ts'
import type { expensesApi, receiptsApi } from './expenses/contract.ts'
import type { itemsApi } from './items/contract.ts'
import type { manualEntriesApi } from './manual-entries/contract.ts'
import type { taxRatesApi } from './tax-rates/contract.ts'

type Apis =
  | typeof accountApi
  | typeof adminApi
  | typeof authApi
  | typeof booksApi
  | typeof businessProfileApi
  | typeof bankAccountsApi
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
  | typeof manualEntriesApi
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
