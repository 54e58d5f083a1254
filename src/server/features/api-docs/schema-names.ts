import type { z } from 'zod'
import { authApi } from '#shared/contract/auth.ts'
import { booksApi } from '#shared/contract/books.ts'
import { businessProfile } from '#shared/contract/business-profile.ts'
import { customer, customerEstimate, customerExpense, customerFigures, customerInvoice, customersApi } from '#shared/contract/customers.ts'
import { dashboard } from '#shared/contract/dashboard.ts'
import { documentEmail, emailPreview, sendEmailReply } from '#shared/contract/document-emails.ts'
import { fieldChange, historyEvent } from '#shared/contract/document-history.ts'
import { numberPatternInput, numberPatternReply } from '#shared/contract/document-numbering.ts'
import { lineItem, lineItemInput } from '#shared/contract/documents.ts'
import { estimate, estimateHistory, estimatesApi } from '#shared/contract/estimates.ts'
import { expense, expensesApi, receiptFile } from '#shared/contract/expenses.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { invoicePayment, paymentAttempt, paymentInput, paymentRefund, recordedPayment } from '#shared/contract/invoice-payments.ts'
import { editedLine, invoice, invoiceHistory, invoicesApi, paymentState } from '#shared/contract/invoices.ts'
import { item, itemsApi } from '#shared/contract/items.ts'
import { receiptsApi } from '#shared/contract/receipts.ts'
import { figureDocuments, figureRef, report, reportSummary, statementEmail } from '#shared/contract/reports.ts'
import { searchHit, searchReply } from '#shared/contract/search.ts'

/** The names of schemas in the document. A schema without a name is inlined where it is used. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [customer, 'Customer'],
  [customersApi.create.body, 'CustomerInput'],
  [customersApi.update.body, 'CustomerUpdate'],
  [customerFigures, 'CustomerFigures'],
  [customerInvoice, 'CustomerInvoice'],
  [customerEstimate, 'CustomerEstimate'],
  [customerExpense, 'CustomerExpense'],
  [item, 'Item'],
  [itemsApi.create.body, 'ItemInput'],
  [itemsApi.update.body, 'ItemUpdate'],
  [expense, 'Expense'],
  [expensesApi.create.body, 'ExpenseInput'],
  [expensesApi.update.body, 'ExpenseUpdate'],
  [receiptFile, 'ReceiptFile'],
  [receiptsApi.create.body, 'ReceiptInput'],
  [importsApi.customers.body, 'ImportInput'],
  [importsApi.expenses.body, 'ExpenseImportInput'],
  [importsApi.customers.reply, 'ImportResult'],
  [lineItem, 'LineItem'],
  [lineItemInput, 'LineItemInput'],
  [editedLine, 'LineItemUpdate'],
  [invoice, 'Invoice'],
  [invoicesApi.create.body, 'InvoiceInput'],
  [invoicesApi.create.reply, 'CreatedInvoice'],
  [invoicesApi.update.body, 'InvoiceUpdate'],
  [invoiceHistory, 'InvoiceHistory'],
  [invoicePayment, 'Payment'],
  [paymentRefund, 'Refund'],
  [paymentAttempt, 'PaymentAttempt'],
  [paymentInput, 'PaymentInput'],
  [recordedPayment, 'RecordedPayment'],
  [paymentState, 'PaymentState'],
  [estimate, 'Estimate'],
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
  [booksApi.health.reply, 'BooksHealth'],
  [searchReply, 'SearchResult'],
  [searchHit, 'SearchHit'],
  [businessProfile, 'BusinessProfile'],
  [authApi.status.reply, 'PlanStatus'],
])
