import { refuseDecimals } from '#server/domain/business/refuse-decimals.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { alreadyPaid, type InvoiceBalance, lockBalance, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { refreshInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { readPaymentView } from '#server/domain/payments/invoices/list-payments.ts'
import { insertManualPayment } from '#server/domain/payments/manual/manual-payment.ts'
import { voidManualPayment } from '#server/domain/payments/manual/void-payment.ts'
import { requireOneValue } from '#server/domain/payments/value-payment.ts'
import type { Clock, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import type { PaymentInput } from '#shared/contract/invoice-payments.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { asksForNothing, sendsReceipt } from '#shared/invoice-rules.ts'
import { formatMoney, toAmount } from '#shared/money.ts'

/**
 * Money that comes after a write-off undoes it. Call it under the invoice's lock, while none of its checkouts is open.
 * @throws AppError 400 at a field; 409 for a paid invoice, and for a day in a closed period at the end of the transaction
 */
export const recordManualPayment = async (clock: Clock, db: UserDb, invoice: InvoiceBalance, input: PaymentInput): Promise<number> => {
  const { writtenOff } = invoice
  if (asksForNothing(invoice)) throw refusePayment(invoice)
  if (invoice.status === 'paid' && writtenOff === 0) throw alreadyPaid()
  refuseDecimals(input.amount, invoice.currency)
  const most = toAmount(invoice.due + writtenOff)
  if (input.amount > most) {
    const what = writtenOff > 0 ? 'the balance due with what was written off' : 'the balance due'
    const message = `Amount must be at most ${what}, ${formatMoney(most, invoice.currency)}`
    throw new AppError(400, message, { issues: [{ path: 'amount', message }] })
  }
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
  })
  await refreshInvoiceStatus(clock, db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: input.paymentDate, path: 'paymentDate' }] })
  return id
}

/** Open checkouts are closed first, so that no customer pays an amount that isn't due any more. */
export const manualPaymentRoutes = (services: Services) => {
  return [
    idempotentRoute(invoicesApi.recordPayment, ({ user, params, body, idempotent }) =>
      withLockedInvoice(services, user.id, params.id, (db, invoice) =>
        idempotent(db, async () => {
          const id = await recordManualPayment(services, db, invoice, body)
          const { paid, due } = await lockBalance(db, invoice.id)
          return { payment: await readPaymentView(services, db, id), amountPaid: paid, balanceDue: due }
        }),
      ),
    ),

    idempotentRoute(invoicesApi.voidPayment, async ({ user, params, idempotent }) => {
      const paymentId = parseRowId(params.paymentId, 'Payment')
      return withLockedInvoice(services, user.id, params.id, (db) =>
        idempotent(db, () => voidManualPayment(services, db, params.id, paymentId)),
      )
    }),
  ]
}
