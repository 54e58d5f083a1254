import type { z } from 'zod'
import { customerEstimate, customerExpense, customerFigures, customerInvoice, customerRow } from '#modules/customers/contract.ts'
import { receiptFile, receiptsApi } from '#modules/expenses/contract.ts'
import { entities } from '#server/domain/entities/entities.ts'
import { authApi } from '#shared/contract/auth.ts'
import {
  accountBalances,
  bookClosing,
  bookClosings,
  booksApi,
  closingPreview,
  journalEntry,
  ledgerAccount,
  openingBalance,
  openingBalanceInput,
} from '#shared/contract/books.ts'
import { bouncedAddress } from '#shared/contract/bounced-addresses.ts'
import { businessProfile } from '#shared/contract/business-profile.ts'
import { appliedCredit, creditApplication, creditApplicationInput, customerCredit } from '#shared/contract/credit-applications.ts'
import { creditNote, creditNoteHistory, creditNoteInput, issuedCreditNote, listedCreditNote } from '#shared/contract/credit-notes.ts'
import { creditRefund, creditRefundInput, recordedCreditRefund } from '#shared/contract/credit-refunds.ts'
import { dashboard } from '#shared/contract/dashboard.ts'
import { documentEmail, emailPreview, sendEmailReply } from '#shared/contract/document-emails.ts'
import { fieldChange, historyEvent } from '#shared/contract/document-history.ts'
import { numberPatternInput, numberPatternReply } from '#shared/contract/document-numbering.ts'
import { documentTax, lineItem, lineItemInput } from '#shared/contract/documents.ts'
import { estimate, estimateHistory, estimatesApi, listedEstimate } from '#shared/contract/estimates.ts'
import { ecbState, exchangeRate, exchangeRatesApi, rateSuggestion } from '#shared/contract/exchange-rates.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { instalment, schedule, scheduleInput } from '#shared/contract/instalments.ts'
import { invoicePayment, paymentAttempt, paymentInput, paymentRefund, recordedPayment } from '#shared/contract/invoice-payments.ts'
import { editedLine, invoice, invoiceHistory, invoicesApi, listedInvoice, paymentState } from '#shared/contract/invoices.ts'
import {
  doneLateFee,
  invoiceLateFees,
  lateFeeKey,
  lateFeeRule,
  lateFeeRuleInput,
  lateFeeSettings,
  proposedLateFee,
} from '#shared/contract/late-fees.ts'
import {
  listedRecurringInvoice,
  recurringContent,
  recurringInvoice,
  recurringInvoiceInput,
  recurringInvoicesApi,
  recurringInvoiceUpdate,
  recurringRun,
  storedContent,
} from '#shared/contract/recurring-invoices.ts'
import { invoiceReminders, reminderOptOut, reminderSettings, reminderSettingsInput, remindersApi } from '#shared/contract/reminders.ts'
import { figureDocuments, figureRef, report, reportSummary, statementEmail } from '#shared/contract/reports.ts'
import { automaticPayment, savedCard } from '#shared/contract/saved-cards.ts'
import { scheduledSend, scheduledSendInput, sendTime } from '#shared/contract/scheduled-sends.ts'
import { searchHit, searchReply } from '#shared/contract/search.ts'
import { statementRun, statementSchedule } from '#shared/contract/statement-schedule.ts'
import { taxRate, taxRateInput, taxRateUpdate } from '#shared/contract/tax-rates.ts'
import { recordedWriteOff, writeOff, writeOffInput } from '#shared/contract/write-offs.ts'

/** The names of schemas in the document. A schema without a name is inlined where it is used. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  ...entities.flatMap(({ name, api }): [z.ZodType, string][] => [
    [api.one.reply, name],
    [api.create.body, `${name}Input`],
    [api.update.body, `${name}Update`],
  ]),
  [customerRow, 'CustomerRow'],
  [customerFigures, 'CustomerFigures'],
  [customerInvoice, 'CustomerInvoice'],
  [customerEstimate, 'CustomerEstimate'],
  [customerExpense, 'CustomerExpense'],
  [taxRateInput, 'TaxRateInput'],
  [taxRate, 'TaxRate'],
  [taxRateUpdate, 'TaxRateUpdate'],
  [exchangeRatesApi.save.body, 'ExchangeRateInput'],
  [exchangeRate, 'ExchangeRate'],
  [rateSuggestion, 'RateSuggestion'],
  [ecbState, 'EcbState'],
  [exchangeRatesApi.import.body, 'ExchangeRateImport'],
  [exchangeRatesApi.import.reply, 'ExchangeRateImportResult'],
  [recurringInvoiceInput, 'RecurringInvoiceInput'],
  [recurringInvoiceUpdate, 'RecurringInvoiceUpdate'],
  [recurringInvoice, 'RecurringInvoice'],
  [listedRecurringInvoice, 'ListedRecurringInvoice'],
  [recurringRun, 'RecurringRun'],
  [savedCard, 'SavedCard'],
  [automaticPayment, 'AutomaticPayment'],
  [recurringInvoicesApi.preview.body, 'RecurringSchedule'],
  [recurringInvoiceInput.shape.content, 'RecurringContentInput'],
  [storedContent, 'RecurringContent'],
  [recurringContent.shape.lineItems.element, 'RecurringLineInput'],
  [storedContent.shape.lineItems.element, 'RecurringLine'],
  [sendTime, 'SendTime'],
  [scheduledSendInput, 'ScheduledSendInput'],
  [scheduledSend, 'ScheduledSend'],
  [statementSchedule, 'StatementSchedule'],
  [statementRun, 'StatementRun'],
  [reminderSettingsInput, 'ReminderSettingsInput'],
  [reminderSettings, 'ReminderSettings'],
  [invoiceReminders, 'InvoiceReminders'],
  [reminderOptOut, 'ReminderOptOut'],
  [remindersApi.skip.body, 'SkippedReminder'],
  [remindersApi.ofCustomer.reply, 'CustomerReminders'],
  [lateFeeRuleInput, 'LateFeeRuleInput'],
  [lateFeeRule, 'LateFeeRule'],
  [lateFeeSettings, 'LateFeeSettings'],
  [lateFeeKey, 'LateFeeKey'],
  [proposedLateFee, 'ProposedLateFee'],
  [doneLateFee, 'LateFee'],
  [invoiceLateFees, 'InvoiceLateFees'],
  [receiptFile, 'ReceiptFile'],
  [receiptsApi.create.body, 'ReceiptInput'],
  [importsApi.customers.body, 'ImportInput'],
  [importsApi.expenses.body, 'ExpenseImportInput'],
  [importsApi.customers.reply, 'ImportResult'],
  [taxRateInput.shape.components.element, 'TaxComponentInput'],
  [taxRate.shape.components.element, 'TaxComponent'],
  [documentTax, 'DocumentTax'],
  [lineItem, 'LineItem'],
  [lineItemInput, 'LineItemInput'],
  [editedLine, 'LineItemUpdate'],
  [invoice, 'Invoice'],
  [listedInvoice, 'ListedInvoice'],
  [invoicesApi.create.body, 'InvoiceInput'],
  [invoicesApi.create.reply, 'CreatedInvoice'],
  [invoicesApi.update.body, 'InvoiceUpdate'],
  [invoiceHistory, 'InvoiceHistory'],
  [invoicePayment, 'Payment'],
  [paymentRefund, 'Refund'],
  [paymentAttempt, 'PaymentAttempt'],
  [paymentInput, 'PaymentInput'],
  [recordedPayment, 'RecordedPayment'],
  [creditApplication, 'CreditApplication'],
  [creditApplicationInput, 'CreditApplicationInput'],
  [appliedCredit, 'AppliedCredit'],
  [customerCredit, 'CustomerCredit'],
  [creditRefund, 'CreditRefund'],
  [creditRefundInput, 'CreditRefundInput'],
  [recordedCreditRefund, 'RecordedCreditRefund'],
  [instalment, 'Instalment'],
  [schedule, 'PaymentSchedule'],
  [scheduleInput, 'PaymentScheduleInput'],
  [writeOff, 'WriteOff'],
  [writeOffInput, 'WriteOffInput'],
  [recordedWriteOff, 'RecordedWriteOff'],
  [paymentState, 'PaymentState'],
  [creditNote, 'CreditNote'],
  [listedCreditNote, 'ListedCreditNote'],
  [creditNoteInput, 'CreditNoteInput'],
  [issuedCreditNote, 'IssuedCreditNote'],
  [creditNoteHistory, 'CreditNoteHistory'],
  [estimate, 'Estimate'],
  [listedEstimate, 'ListedEstimate'],
  [estimatesApi.create.body, 'EstimateInput'],
  [estimatesApi.update.body, 'EstimateUpdate'],
  [estimateHistory, 'EstimateHistory'],
  [historyEvent, 'HistoryEvent'],
  [fieldChange, 'FieldChange'],
  [documentEmail, 'Email'],
  [emailPreview, 'EmailPreview'],
  [sendEmailReply, 'QueuedEmail'],
  [numberPatternInput, 'NumberPatternInput'],
  [numberPatternReply, 'NumberPattern'],
  [dashboard, 'Dashboard'],
  [report, 'Report'],
  [reportSummary, 'ReportSummary'],
  [figureRef, 'FigureRef'],
  [figureDocuments, 'FigureDocuments'],
  [statementEmail, 'StatementEmail'],
  [bouncedAddress, 'BouncedAddress'],
  [booksApi.health.reply, 'BooksHealth'],
  [journalEntry, 'JournalEntry'],
  [ledgerAccount, 'LedgerAccount'],
  [accountBalances, 'AccountBalances'],
  [bookClosings, 'BookClosings'],
  [bookClosing, 'BookClosing'],
  [closingPreview, 'ClosingPreview'],
  [openingBalanceInput, 'OpeningBalanceInput'],
  [openingBalance, 'OpeningBalance'],
  [searchReply, 'SearchResult'],
  [searchHit, 'SearchHit'],
  [businessProfile, 'BusinessProfile'],
  [authApi.status.reply, 'PlanStatus'],
])
