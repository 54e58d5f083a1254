import { lockAutomaticPayment } from '#server/domain/payments/automatic/store.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { readSchedule, saveSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'

/** What was announced to the customer is one amount on one day. @throws AppError 409 */
const refuseAnnounced = async (db: UserDb, invoiceId: number): Promise<void> => {
  const charge = await lockAutomaticPayment(db, invoiceId)
  if (charge?.status === 'announced' || charge?.status === 'charging')
    throw new AppError(409, 'This invoice is going to be charged to a saved card in one amount. Stop the automatic payment first.')
}

/** Open checkouts are closed before a change, so that no customer pays a part that isn't one any more. */
export const instalmentRoutes = (services: Services) => {
  return [
    route(invoicesApi.schedule, ({ user, params }) => user.tx(async (db) => readSchedule(services, db, await lockBalance(db, params.id)))),
    idempotentRoute(invoicesApi.saveSchedule, ({ user, params, body, idempotent }) =>
      withLockedInvoice(services, user.id, params.id, (db, invoice) =>
        idempotent(db, async () => {
          if (body.instalments.length > 0) await refuseAnnounced(db, invoice.id)
          await saveSchedule(db, invoice, body)
          return readSchedule(services, db, await lockBalance(db, invoice.id))
        }),
      ),
    ),
  ]
}
