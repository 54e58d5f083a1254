import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { lateFeesApi as api } from '#shared/contract/late-fees.ts'
import { type ChargeDeps, chargeFee, findFeeInvoice, getInvoiceLateFees, recordWaived, waiveProposed } from './charge.ts'
import { readRule, removeRule, saveRule } from './rule.ts'
import { createRunRunner } from './run.ts'
import { deleteFeeInvoice, type WaiveDeps } from './waive.ts'

export { createRunRunner as lateFeeRunner }

export const lateFeeRoutes = (deps: ChargeDeps & WaiveDeps & { now: () => Date }) => [
  route(api.rule, ({ user }) => user.tx(async (db) => ({ rule: await readRule(db) }))),
  idempotentRoute(api.saveRule, ({ user, body, today, idempotent }) =>
    user.tx((db) => idempotent(db, async () => ({ rule: await saveRule(db, body, { today, now: deps.now() }) }))),
  ),
  idempotentRoute(api.removeRule, ({ user, idempotent }) => user.tx((db) => idempotent(db, () => removeRule(db)))),
  route(api.ofInvoice, ({ user, params, today }) => user.tx((db) => getInvoiceLateFees(db, params.id, today))),
  idempotentRoute(api.charge, ({ user, params: { id }, body, today, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await chargeFee(deps, db, id, body, today)
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
    return deps.payments.withLockedInvoice(user.id, feeInvoiceId, (db, invoice) =>
      idempotent(db, async () => {
        await deleteFeeInvoice(deps, db, invoice)
        await recordWaived(db, id, body)
        return getInvoiceLateFees(db, id, today)
      }),
    )
  }),
]
