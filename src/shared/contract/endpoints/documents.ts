import { mayRefundCredit } from '#shared/credit-note-rules.ts'
import { defineAction, del, get, post, put } from '#shared/endpoint-address.ts'
import { mayAskDeposit } from '#shared/estimate-rules.ts'
import { mayWriteOff } from '#shared/invoice-rules.ts'
import type { DocumentKind } from '#shared/record-types.ts'
import { apiPaths } from './api-paths.ts'

/** The addresses that every type of document has, without schemas: what a browser needs to call them. */
export const documentAddresses = <const Plural extends string>(plural: Plural) => {
  const path = `/api/${plural}` as const
  return {
    list: get(path),
    summary: get(`${path}/summary`),
    export: get(`${path}/export`),
    one: get(`${path}/:id`),
    create: post(path),
    history: get(`${path}/:id/history`),
    emailPreview: get(`${path}/:id/email-preview`),
    sendEmail: post(`${path}/:id/send-email`),
    email: get(`${path}/:id/emails/:emailId`),
    retryEmail: post(`${path}/:id/emails/:emailId/retry`),
    pdf: get(`${path}/:id/pdf`),
  }
}

/** What a type has besides whose documents begin as drafts. */
export const draftAddresses = <const Plural extends string>(plural: Plural) => {
  const path = `/api/${plural}` as const
  return {
    nextNumber: get(`${path}/next-number`),
    update: put(`${path}/:id`),
    remove: del(`${path}/:id`),
    restore: post(`${path}/:id/restore`),
    scheduledSend: get(`${path}/:id/scheduled-send`),
    scheduleSend: put(`${path}/:id/scheduled-send`),
    cancelSend: del(`${path}/:id/scheduled-send`),
  }
}

/** The customer's page of a document. */
export const publicAddresses = <const Kind extends string>(kind: Kind) => {
  const path = `/api/public/${kind}/:publicId` as const
  return { read: get(path), pdf: get(`${path}/pdf`), logo: get(`${path}/logo`) }
}

export const documentPreviewEndpoints = { draw: post('/api/document-preview') }

export const numberingAddresses = <const Kind extends DocumentKind>(kind: Kind) => {
  const path = `/api/${kind}-numbering` as const
  return { numberPattern: get(path), saveNumberPattern: put(path) }
}

const drafts = draftAddresses('invoices')

export const invoiceEndpoints = {
  ...documentAddresses('invoices'),
  ...drafts,
  update: defineAction(drafts.update, { locks: 'balance' }),
  remove: defineAction(drafts.remove, { locks: 'balance' }),
  restore: defineAction(drafts.restore, { locks: 'nothing' }),
  download: get(`${apiPaths.invoices}/download`),
  undoSend: defineAction(post(`${apiPaths.invoices}/:id/undo-send`), { locks: 'balance' }),
  recordPayment: defineAction(post(`${apiPaths.invoices}/:id/payments`), { locks: 'balance' }),
  voidPayment: defineAction(del(`${apiPaths.invoices}/:id/payments/:paymentId`), { locks: 'balance', of: 'Payment' }),
  writeOff: defineAction(post(`${apiPaths.invoices}/:id/write-offs`), { locks: 'balance', may: mayWriteOff }),
  reverseWriteOff: defineAction(post(`${apiPaths.invoices}/:id/write-offs/:writeOffId/reverse`), { locks: 'balance', of: 'Write-off' }),
  applyCredit: defineAction(post(`${apiPaths.invoices}/:id/credit-applications`), { locks: 'balance' }),
  reverseCredit: defineAction(post(`${apiPaths.invoices}/:id/credit-applications/:applicationId/reverse`), {
    locks: 'balance',
    of: 'Applied credit',
  }),
  schedule: get(`${apiPaths.invoices}/:id/instalments`),
  saveSchedule: defineAction(put(`${apiPaths.invoices}/:id/instalments`), { locks: 'balance' }),
  requestDeposit: defineAction(post(`${apiPaths.invoices}/:id/deposits`), { locks: 'balance' }),
  deductDeposit: defineAction(put(`${apiPaths.invoices}/:id/deductions/:depositId`), { locks: 'balance', of: 'Deposit' }),
  removeDeduction: defineAction(del(`${apiPaths.invoices}/:id/deductions/:depositId`), { locks: 'balance', of: 'Deduction' }),
  receipt: get(`${apiPaths.invoices}/:id/receipt`),
  refund: post(`${apiPaths.invoices}/:id/payments/:paymentId/refund`),
  acceptPayment: post(`${apiPaths.invoices}/:id/attempts/:attemptId/accept`),
  rejectPayment: post(`${apiPaths.invoices}/:id/attempts/:attemptId/refund`),
}

export const estimateEndpoints = {
  ...documentAddresses('estimates'),
  ...draftAddresses('estimates'),
  convert: defineAction(post(`${apiPaths.estimates}/:id/convert`), { locks: 'row' }),
  setDeposit: defineAction(put(`${apiPaths.estimates}/:id/deposit`), { locks: 'row', may: mayAskDeposit }),
  removeDeposit: defineAction(del(`${apiPaths.estimates}/:id/deposit`), { locks: 'row', may: mayAskDeposit }),
  progress: get(`${apiPaths.estimates}/:id/progress`),
  invoicePart: defineAction(post(`${apiPaths.estimates}/:id/progress`), { locks: 'row' }),
}

export const creditNoteEndpoints = {
  ...documentAddresses('credit-notes'),
  void: defineAction(post(`${apiPaths['credit-notes']}/:id/void`), { locks: 'balance' }),
  refund: defineAction(post(`${apiPaths['credit-notes']}/:id/refunds`), { locks: 'row', may: mayRefundCredit }),
  reverseRefund: defineAction(post(`${apiPaths['credit-notes']}/:id/refunds/:refundId/reverse`), { locks: 'row', of: 'Refund' }),
}

export const publicCreditNoteEndpoints = publicAddresses('credit-note')

export const recurringInvoiceEndpoints = {
  list: get(apiPaths.recurringInvoices),
  one: get(`${apiPaths.recurringInvoices}/:id`),
  history: get(`${apiPaths.recurringInvoices}/:id/history`),
  runs: get(`${apiPaths.recurringInvoices}/:id/runs`),
  create: post(apiPaths.recurringInvoices),
  preview: post(`${apiPaths.recurringInvoices}/preview`),
  update: put(`${apiPaths.recurringInvoices}/:id`),
  remove: del(`${apiPaths.recurringInvoices}/:id`),
  pause: post(`${apiPaths.recurringInvoices}/:id/pause`),
  resume: post(`${apiPaths.recurringInvoices}/:id/resume`),
  skip: post(`${apiPaths.recurringInvoices}/:id/skip`),
  runNow: post(`${apiPaths.recurringInvoices}/:id/run-now`),
}

const feesOfInvoice = `${apiPaths.invoices}/:id/late-fees` as const

export const lateFeeEndpoints = {
  rule: get(apiPaths.lateFeeRule),
  saveRule: put(apiPaths.lateFeeRule),
  removeRule: del(apiPaths.lateFeeRule),
  ofInvoice: get(feesOfInvoice),
  charge: post(feesOfInvoice),
  waive: post(`${feesOfInvoice}/waive`),
}

const remindersOfInvoice = `${apiPaths.invoices}/:id/reminders` as const
const remindersOfCustomer = `${apiPaths.customers}/:id/reminders` as const
const ofCustomersInvoice = `${apiPaths.publicInvoice}/:publicId` as const

export const reminderEndpoints = {
  settings: get(apiPaths.reminderSettings),
  saveSettings: put(apiPaths.reminderSettings),
  ofInvoice: get(remindersOfInvoice),
  send: post(`${remindersOfInvoice}/send`),
  skip: post(`${remindersOfInvoice}/skip`),
  stop: post(`${remindersOfInvoice}/stop`),
  resume: post(`${remindersOfInvoice}/resume`),
  ofCustomer: get(remindersOfCustomer),
  stopForCustomer: post(`${remindersOfCustomer}/stop`),
  resumeForCustomer: post(`${remindersOfCustomer}/resume`),
  reply: post(`${ofCustomersInvoice}/reminder-reply`),
  unsubscribePage: get(`${ofCustomersInvoice}/unsubscribe`),
}
