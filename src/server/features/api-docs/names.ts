import type { z } from 'zod'
import { authApi } from '#shared/api/auth.ts'
import { booksApi } from '#shared/api/books.ts'
import { businessProfile } from '#shared/api/business-profile.ts'
import { customer, customerEstimate, customerExpense, customerFigures, customerInvoice, customersApi } from '#shared/api/customers.ts'
import { dashboard } from '#shared/api/dashboard.ts'
import { estimate, estimateHistory, estimatesApi } from '#shared/api/estimates.ts'
import { expense, expensesApi, receiptFile } from '#shared/api/expenses.ts'
import { fieldChange, historyEvent } from '#shared/api/history.ts'
import { importsApi } from '#shared/api/imports.ts'
import { invoicePayment, paymentAttempt, paymentInput, paymentRefund, recordedPayment } from '#shared/api/invoice-payments.ts'
import { editedLine, invoice, invoiceHistory, invoicesApi, paymentState } from '#shared/api/invoices.ts'
import { item, itemsApi } from '#shared/api/items.ts'
import { numberPatternInput, numberPatternReply } from '#shared/api/numbering.ts'
import { documentEmail, emailPreview, sendEmailReply } from '#shared/api/paper-emails.ts'
import { lineItem, lineItemInput } from '#shared/api/papers.ts'
import { receiptsApi } from '#shared/api/receipts.ts'
import { figureDocuments, figureRef, report, reportSummary, statementEmail } from '#shared/api/reports.ts'
import { searchHit, searchReply } from '#shared/api/search.ts'

/** What schemas are called in the document; what has no name stands where it is used. */
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
