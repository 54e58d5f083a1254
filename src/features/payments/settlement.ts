import { serveActions } from '#kit/server/serve-actions.ts'
import { paymentFields } from '#model/money-actions.ts'
import { refuseDecimals } from '#server/domain/business/refuse-decimals.ts'
import { refuseProblems } from '#server/domain/business/refuse-problems.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { lockAutomaticPayment } from '#server/domain/payments/automatic/store.ts'
import { alreadyPaid, type InvoiceBalance, lockBalance, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { refreshInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { applyCredit, reverseCreditApplication, toAppliedCredit } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { readSchedule, saveSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { readPaymentView } from '#server/domain/payments/invoices/list-payments.ts'
import { insertManualPayment } from '#server/domain/payments/manual/manual-payment.ts'
import { voidManualPayment } from '#server/domain/payments/manual/void-payment.ts'
import { requireOneValue } from '#server/domain/payments/value-payment.ts'
import { readWriteOff, reverseWriteOff, writeOff } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Clock, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import type { PaymentInput } from '#shared/contract/invoice-payments.ts'
import { settlementApi } from '#shared/contract/invoices.ts'
import { asksForNothing, sendsReceipt } from '#shared/invoice-rules.ts'

/**
 * Money that comes after a write-off undoes it. Call it under the invoice's lock, while none of its checkouts is open.
 * @throws AppError 400 at a field; 409 for a paid invoice, and for a day in a closed period at the end of the transaction
 */
export const recordManualPayment = async (
  clock: Clock,
  db: UserDb,
  invoice: InvoiceBalance,
  input: PaymentInput,
  part: { transferId?: number | undefined; unassignedEntryId?: number | undefined } = {},
): Promise<number> => {
  const { writtenOff } = invoice
  if (asksForNothing(invoice)) throw refusePayment(invoice)
  if (invoice.status === 'paid' && writtenOff === 0) throw alreadyPaid()
  refuseProblems(paymentFields({ ...invoice, home: invoice.homeCurrency, sendsReceipt: sendsReceipt(invoice) }), { amount: input.amount })
  requireOneValue(input, invoice, 'invoice')
  if (input.homeAmount !== undefined)
    refuseDecimals(input.homeAmount, invoice.homeCurrency, { path: 'homeAmount', label: 'Amount in your currency' })
  const id = await insertManualPayment(clock, db, invoice, {
    amount: input.amount,
    day: input.paymentDate,
    method: input.paymentMethod,
    notes: input.notes || null,
    sendReceipt: input.sendReceipt ?? sendsReceipt(invoice),
    exchangeRate: input.exchangeRate,
    homeAmount: input.homeAmount,
    ...part,
  })
  await refreshInvoiceStatus(clock, db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: input.paymentDate, path: 'paymentDate' }] })
  return id
}

/** What was announced to the customer is one amount on one day. @throws AppError 409 */
const refuseAnnounced = async (db: UserDb, invoiceId: number): Promise<void> => {
  const charge = await lockAutomaticPayment(db, invoiceId)
  if (charge?.status === 'announced' || charge?.status === 'charging')
    throw new AppError(409, 'This invoice is going to be charged to a saved card in one amount. Stop the automatic payment first.')
}

const toRecordedWriteOff = async (db: UserDb, invoiceId: number, id: number) => ({
  writeOff: await readWriteOff(db, invoiceId, id),
  balanceDue: (await lockBalance(db, invoiceId)).due,
})

export const settlementRoutes = (services: Services) => [
  ...serveActions<typeof settlementApi, { balance: InvoiceBalance }>(
    settlementApi,
    { balance: ({ user, id }, work) => withLockedInvoice(services, user.id, id, work) },
    {
      recordPayment: async ({ db, doc: invoice, body }) => {
        const id = await recordManualPayment(services, db, invoice, body)
        const { paid, due } = await lockBalance(db, invoice.id)
        return { payment: await readPaymentView(services, db, id), amountPaid: paid, balanceDue: due }
      },
      voidPayment: ({ db, id, partId }) => voidManualPayment(services, db, id, partId),
      writeOff: async ({ db, doc: invoice, body }) => toRecordedWriteOff(db, invoice.id, await writeOff(services, db, invoice, body)),
      reverseWriteOff: async ({ db, id, partId }) => {
        await reverseWriteOff(services, db, id, partId)
        return toRecordedWriteOff(db, id, partId)
      },
      applyCredit: async ({ db, doc: invoice, body }) => toAppliedCredit(db, invoice.id, await applyCredit(services, db, invoice, body)),
      reverseCredit: async ({ db, id, partId }) => {
        await reverseCreditApplication(services, db, id, partId)
        return toAppliedCredit(db, id, [partId])
      },
      saveSchedule: async ({ db, doc: invoice, body }) => {
        if (body.instalments.length > 0) await refuseAnnounced(db, invoice.id)
        await saveSchedule(db, invoice, body)
        return readSchedule(services, db, await lockBalance(db, invoice.id))
      },
    },
  ),
  route(settlementApi.schedule, ({ user, params }) => user.tx(async (db) => readSchedule(services, db, await lockBalance(db, params.id)))),
]
