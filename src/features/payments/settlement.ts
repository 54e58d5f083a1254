import { serveActions } from '#kit/server/serve-actions.ts'
import { lockAutomaticPayment } from '#server/domain/payments/automatic/store.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { applyCredit, reverseCreditApplication, toAppliedCredit } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { readSchedule, saveSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { readPaymentView } from '#server/domain/payments/invoices/list-payments.ts'
import { voidManualPayment } from '#server/domain/payments/manual/void-payment.ts'
import { readWriteOff, reverseWriteOff, writeOff } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { settlementApi } from '#shared/contract/invoices.ts'
import { recordPayment, takeDiscountBack } from './record-payment.ts'

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
        const { id, creditNoteId } = await recordPayment(services, db, invoice, body)
        const { paid, due } = await lockBalance(db, invoice.id)
        return { payment: await readPaymentView(services, db, id), amountPaid: paid, balanceDue: due, creditNoteId }
      },
      voidPayment: async ({ db, id, partId }) => {
        await takeDiscountBack(services, db, id, partId)
        await voidManualPayment(services, db, id, partId)
      },
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
