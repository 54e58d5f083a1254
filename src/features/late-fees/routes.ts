import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { mayDelete, withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { lateFeesApi as api } from '#shared/contract/late-fees.ts'
import { formatDay } from '#shared/dates.ts'
import { chargeDueFee, chargeFee, findFeeInvoice, getInvoiceLateFees, recordWaived, waiveProposed } from './charge.ts'
import { findProposal, listLate, readChargeable } from './due.ts'
import { queueMorning, queueRun, readRule, removeRule, runJob, saveRule } from './rule.ts'

/**
 * Call it under the invoice's lock. @throws AppError 409 when money came for it, or it is in a closed period: it can be written off then
 */
const deleteFeeInvoice = async (services: Services, db: UserDb, { id, number, status, paid, due, issueDate }: InvoiceBalance) => {
  if (paid > 0 || status === 'paid')
    throw new AppError(
      409,
      due > 0
        ? `A part of ${number} is paid, so this late fee can’t be waived. Write off the rest of ${number} instead.`
        : `${number} is paid, so this late fee can’t be waived. Refund the payment, and then write off ${number}.`,
    )
  const closedThrough = await readClosedThrough(db)
  if (status !== 'draft' && closedThrough !== null && issueDate <= closedThrough)
    throw new AppError(
      409,
      `Your books are closed through ${formatDay(closedThrough)}, so ${number} can’t be deleted. Write off ${number} instead.`,
    )
  const may = await mayDelete(services, db, id)
  if (may !== true) throw new AppError(409, may)
  await removeDocument(db, invoiceType, id)
}

const batchSize = 100
const retryMs = 3_600_000

type Course = { after?: number | undefined; problem?: string | undefined }

/** The trial is over, or no more emails can be sent: every other fee would be refused as well. */
const concernsAccount = ({ status }: AppError) => status === 403 || status === 429

/**
 * Each fee in a transaction of its own. One that can't be charged is tried again after an hour, and the rule says why. A rule that does not
 * charge by itself ends the runs.
 */
const runLateFees = async ({ database, now: clock }: Services, userId: number, { after = 0, problem: before }: Course): Promise<void> => {
  const now = clock()
  const found = await database.asUser(userId, async (db) => {
    const rule = await readRule(db)
    if (!rule?.isAutomatic) return null
    const today = await getUserToday(db, now)
    const ids = await listLate(db, rule, today, { after, limit: batchSize })
    const invoices = await readChargeable(db, ids, rule)
    return { today, ids, due: invoices.filter((invoice) => findProposal(rule, invoice, today).proposal !== null) }
  })
  if (!found) return
  const { today, ids, due } = found
  let [problem, isStopped] = [before, false]
  for (const { id } of due) {
    try {
      await database.asUser(userId, (db) => chargeDueFee(db, id, today))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // It was deleted meanwhile.
      if (error.status === 404) continue
      problem = error.message
      isStopped = concernsAccount(error)
      if (isStopped) break
    }
  }
  await database.asUser(userId, async (db) => {
    if (!isStopped && ids.length === batchSize) return queueRun(db, now, { after: ids.at(-1)!, problem })
    db.send('update late_fee_rules set problem = $2 where user_id = $1 and archived_at is null and problem is distinct from $2', [
      ...[db.userId, problem ?? null],
    ])
    db.announce('late-fees')
    await (problem === undefined ? queueMorning(db, now) : queueRun(db, new Date(now.getTime() + retryMs)))
  })
}

const lateFeeRunner = (services: Services) => runner(runJob, ({ userId, ...course }) => runLateFees(services, userId, course))

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
