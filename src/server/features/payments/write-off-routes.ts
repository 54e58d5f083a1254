import type { z } from 'zod'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { readWriteOff, reverseWriteOff, writeOff } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import type { recordedWriteOff } from '#shared/contract/write-offs.ts'

const toReply = async (db: UserDb, invoiceId: number, id: number): Promise<z.output<typeof recordedWriteOff>> => ({
  writeOff: await readWriteOff(db, invoiceId, id),
  balanceDue: (await lockBalance(db, invoiceId)).due,
})

/** Open checkouts are closed first, so that no customer pays an amount that isn't due any more. */
export const writeOffRoutes = (services: Services) => {
  return [
    idempotentRoute(invoicesApi.writeOff, ({ user, params, body, idempotent }) =>
      withLockedInvoice(services, user.id, params.id, (db, invoice) =>
        idempotent(db, async () => toReply(db, invoice.id, await writeOff(services, db, invoice, body))),
      ),
    ),

    idempotentRoute(invoicesApi.reverseWriteOff, async ({ user, params, idempotent }) => {
      const id = parseRowId(params.writeOffId, 'Write-off')
      return withLockedInvoice(services, user.id, params.id, (db) =>
        idempotent(db, async () => {
          await reverseWriteOff(services, db, params.id, id)
          return toReply(db, params.id, id)
        }),
      )
    }),
  ]
}
