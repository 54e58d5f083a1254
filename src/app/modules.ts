import { accountModule } from '#features/account/routes.ts'
import { adminModule } from '#features/admin/routes.ts'
import { booksModule } from '#features/books/books-routes.ts'
import { bouncesModule } from '#features/bounces/bounced-notification.ts'
import { businessProfileModule } from '#features/business-profile/routes.ts'
import { creditNotesModule } from '#features/credit-notes/routes.ts'
import { dashboardModule } from '#features/dashboard/routes.ts'
import { demoModule } from '#features/demo/demo-accounts.ts'
import { documentPreviewModule } from '#features/document-preview/routes.ts'
import { estimatesModule } from '#features/estimates/routes.ts'
import { importsModule } from '#features/imports/routes.ts'
import { invoicesModule } from '#features/invoices/routes.ts'
import { lateFeesModule } from '#features/late-fees/routes.ts'
import { paymentsModule } from '#features/payments/routes.ts'
import { recurringInvoicesModule } from '#features/recurring-invoices/routes.ts'
import { remindersModule } from '#features/reminders/routes.ts'
import { reportsModule } from '#features/reports/routes.ts'
import { searchModule } from '#features/search/routes.ts'
import { subscriptionModule } from '#features/subscription/routes.ts'
import { uploadsModule } from '#features/uploads/routes.ts'
import { customersModule } from '#modules/customers/server.ts'
import { exchangeRatesModule } from '#modules/exchange-rates/server.ts'
import { expensesModule } from '#modules/expenses/server.ts'
import { itemsModule } from '#modules/items/server.ts'
import { manualEntriesModule } from '#modules/manual-entries/server.ts'
import { taxRatesModule } from '#modules/tax-rates/server.ts'
import type { Module } from '#server/domain/services.ts'

/** The declared order: a module imports earlier ones only. The boundaries test reads the folders' order from here. */
export const modules: readonly Module[] = [
  uploadsModule,
  taxRatesModule,
  exchangeRatesModule,
  businessProfileModule,
  customersModule,
  itemsModule,
  expensesModule,
  manualEntriesModule,
  importsModule,
  booksModule,
  invoicesModule,
  creditNotesModule,
  estimatesModule,
  documentPreviewModule,
  paymentsModule,
  recurringInvoicesModule,
  remindersModule,
  lateFeesModule,
  reportsModule,
  dashboardModule,
  searchModule,
  bouncesModule,
  subscriptionModule,
  accountModule,
  adminModule,
  demoModule,
]
