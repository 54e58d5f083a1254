import { AppError } from '#server/platform/errors.ts'
import { change } from '#server/platform/http/route.ts'
import { rowNumber } from '#server/platform/row-number.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'
import { lockBalance } from './balance.ts'
import { addManual, alreadyPaid, type ManualDeps } from './manual.ts'
import { invoiceMoney } from './money.ts'
import { settleNow } from './settle.ts'
import { onePayment } from './shown.ts'
import { voidManual } from './undo.ts'

/** Money that the owner says came, and his taking that back. An open payment page is closed first, so that nobody pays what isn't owed. */
export const manualPaymentRoutes = (deps: ManualDeps) => {
  const { exclusively } = invoiceMoney(deps)
  return [
    change(invoicesApi.recordPayment, ({ user, params, body, once }) =>
      exclusively(user.id, params.id, (db, invoice) =>
        once(db, async () => {
          if (invoice.status === 'paid') throw alreadyPaid()
          if (body.amount > invoice.due) {
            const message = `Amount must be at most the balance due, ${showMoney(invoice.due)}`
            throw new AppError(400, message, { issues: [{ path: 'amount', message }] })
          }
          const id = await addManual(deps, db, invoice, {
            amount: body.amount,
            day: body.paymentDate,
            method: body.paymentMethod,
            notes: body.notes || null,
            sendReceipt: body.sendReceipt ?? sendsReceipt(invoice),
          })
          await settleNow(deps, db, invoice.id)
          const { paid, due } = await lockBalance(db, invoice.id)
          return { payment: await onePayment(deps, db, id), amountPaid: paid, balanceDue: due }
        }),
      ),
    ),

    change(invoicesApi.voidPayment, async ({ user, params, once }) => {
      const paymentId = rowNumber(params.paymentId, 'Payment')
      return exclusively(user.id, params.id, (db) => once(db, () => voidManual(deps, db, params.id, paymentId)))
    }),
  ]
}
