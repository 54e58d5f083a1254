import { today } from '#shared/dates.ts'
import { invoiceType } from './domain/documents/document-type.ts'
import { issueDocument } from './domain/documents/lifecycle/issue.ts'
import { lockBalance } from './domain/payments/balance/balance.ts'
import type { ReconcileDeps } from './domain/payments/reconcile/fetch-payment.ts'
import { issueCreditNote, issueToCustomer } from './features/credit-notes/issue.ts'
import { listOfInvoice } from './features/credit-notes/read.ts'
import type { SampleServices } from './features/demo/sample-year/services.ts'
import { convertPart } from './features/estimates/convert.ts'
import { createEstimate } from './features/estimates/routes.ts'
import { createDraft, createInvoice, issueInvoice } from './features/invoices/create.ts'
import { deductDeposit, requestDeposit, requestDepositOfEstimate } from './features/invoices/deposits.ts'
import { editInvoice } from './features/invoices/edit.ts'
import type { InvoicePayments } from './features/invoices/payments-interface.ts'
import { getInvoice } from './features/invoices/read.ts'
import { chargeFee, getInvoiceLateFees } from './features/late-fees/charge.ts'
import { readRule, saveRule } from './features/late-fees/rule.ts'
import { createInvoicePayments } from './features/payments/invoice-payments.ts'
import { recordManualPayment } from './features/payments/manual-payment-routes.ts'
import { createRecurringInvoice } from './features/recurring-invoices/store.ts'
import type { UserDb } from './platform/db/client.ts'
import { runIdempotent } from './platform/db/idempotency.ts'

const conversion = { createInvoice: createDraft, requestDeposit: requestDepositOfEstimate }

/**
 * The services of the features that the sample year is made with, in one transaction: the invoices are new, so that none has a checkout to be closed first. No
 * customer gets an email.
 */
export const createSampleServices = (deps: ReconcileDeps): SampleServices => {
  const paying = { ...deps, issue: (db: UserDb, id: number) => issueDocument(db, invoiceType, id) }
  const invoicePayments = createInvoicePayments(paying)
  const crediting = { ...invoicePayments, ...conversion, readInvoice: getInvoice }
  const editing = (db: UserDb): InvoicePayments => ({
    ...invoicePayments,
    listCreditNotes: (_, id) => listOfInvoice(db, id, today(deps.now(), 'UTC')),
    withLockedInvoice: async (_, id, work) => work(db, await lockBalance(db, id)),
  })
  return {
    createRecurringInvoice,
    createInvoice,
    issueInvoice,
    editInvoice: async (db, id, edit, day) => {
      const request = { userId: db.userId, id, edit, today: day }
      await editInvoice(
        editing(db),
        request,
        (invoice) => invoice,
        (same, change) => runIdempotent(same, null, change, () => null),
      )
    },
    listLineIds: async (db, id, day) => (await getInvoice(db, id, day)).lineItems.map((line) => line.id),
    requestDeposit: async (db, id, input, day) => (await requestDeposit(db, await getInvoice(db, id, day), input, day)).id,
    deductDeposit: async (db, id, depositId, day) => deductDeposit(db, editing(db), await getInvoice(db, id, day), depositId, day),
    createEstimate: async (db, input, day) => (await createEstimate(conversion, db, input, day)).id,
    invoicePart: (db, id, input, day) => convertPart(conversion, db, id, input, day),
    issueCreditNote: async (db, input, day) => {
      const { invoiceId, customerId, lineItems } = input
      if (customerId !== undefined && lineItems !== undefined) await issueToCustomer(db, { ...input, customerId, lineItems }, day)
      else await issueCreditNote(crediting, db, await lockBalance(db, invoiceId!), { input, today: day })
    },
    recordPayment: async (db, id, input) => void (await recordManualPayment(paying, db, await lockBalance(db, id), input)),
    addLateFeeRule: async (db, input, day) => {
      if (await readRule(db)) return false
      await saveRule(db, input, { today: day, now: deps.now() })
      return true
    },
    chargeLateFee: async (db, id, day) => {
      const { proposal } = await getInvoiceLateFees(db, id, day)
      // As the owner charges it, but without the email to the customer.
      const createFeeInvoice = async (...fee: Parameters<typeof createInvoice>) => getInvoice(db, await createInvoice(...fee), day)
      if (proposal) await chargeFee({ createInvoice: createFeeInvoice }, db, id, proposal, day)
    },
  }
}
