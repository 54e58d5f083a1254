import { withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Module } from '#server/domain/services.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { lateFeesApi as api } from '#shared/contract/late-fees.ts'
import { chargeFee, findFeeInvoice, getInvoiceLateFees, recordWaived, waiveProposed } from './charge.ts'
import { readRule, removeRule, saveRule } from './rule.ts'
import { lateFeeRunner } from './run.ts'
import { deleteFeeInvoice } from './waive.ts'

export const lateFeesModule: Module = (services) => ({
  runners: [lateFeeRunner(services)],
  routes: [
    route(api.rule, ({ user }) => user.tx(async (db) => ({ rule: await readRule(db) }))),
    idempotentRoute(api.saveRule, ({ user, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => ({ rule: await saveRule(db, body, { today, now: services.now() }) }))),
    ),
    idempotentRoute(api.removeRule, ({ user, idempotent }) => user.tx((db) => idempotent(db, () => removeRule(db)))),
    route(api.ofInvoice, ({ user, params, today }) => user.tx((db) => getInvoiceLateFees(db, params.id, today))),
    idempotentRoute(api.charge, ({ user, params: { id }, body, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await chargeFee(db, id, body, today)
          return getInvoiceLateFees(db, id, today)
        }),
      ),
    ),
    idempotentRoute(api.waive, async ({ user, params: { id }, body, today, idempotent }) => {
      const feeInvoiceId = await user.tx((db) => findFeeInvoice(db, id, body))
      if (feeInvoiceId === null)
        return user.tx((db) =>
          idempotent(db, async () => {
            await waiveProposed(db, id, body, today)
            return getInvoiceLateFees(db, id, today)
          }),
        )
      return withLockedInvoice(services, user.id, feeInvoiceId, (db, invoice) =>
        idempotent(db, async () => {
          await deleteFeeInvoice(services, db, invoice)
          await recordWaived(db, id, body)
          return getInvoiceLateFees(db, id, today)
        }),
      )
    }),
  ],
})
