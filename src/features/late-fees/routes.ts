import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { removeDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { readClosedThrough } from '#server/domain/ledger/closing/closings.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { mayDelete, withLockedInvoice } from '#server/domain/payments/invoices/invoice-payments.ts'
import { inOneHour } from '#server/domain/schedules/schedule.ts'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { lateFeesApi as api } from '#shared/contract/late-fees.ts'
import { formatDay } from '#shared/dates.ts'
import { chargeDueFee, chargeFee, findFeeInvoice, getInvoiceLateFees, recordWaived, waiveProposed } from './charge.ts'
import { findProposal, listLate, readChargeable } from './due.ts'
import { lateFeeSchedule, queueMorning, readRule, removeRule, saveRule } from './rule.ts'

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

const saveProblem = (db: UserDb, problem: string | null): void => {
  db.send('update late_fee_rules set problem = $2 where user_id = $1 and archived_at is null and problem is distinct from $2', [
    ...[db.userId, problem],
  ])
  db.announce('late-fees')
}

/** A rule that does not charge by itself ends the runs. */
const findAutomaticRule = async (db: UserDb) => {
  const rule = await readRule(db)
  return rule?.isAutomatic ? rule : null
}

const lateFeeRunners = (services: Services) =>
  lateFeeSchedule.createRunners(services, {
    find: findAutomaticRule,
    act: async (db, rule, now, after) => {
      if (after === 0) saveProblem(db, null)
      const today = await getUserToday(db, now)
      const ids = await listLate(db, rule, today, { after, limit: batchSize })
      const due = (await readChargeable(db, ids, rule)).filter((invoice) => findProposal(rule, invoice, today).proposal !== null)
      return {
        ids: due.map(({ id }) => id),
        act: (each, id) => chargeDueFee(each, id, today),
        // One that is not found was deleted meanwhile.
        refuse: async (each, _id, { status, message }) => void (status !== 404 && saveProblem(each, message)),
        finish: async (each) => {
          if (ids.length === batchSize) return lateFeeSchedule.queue(each, {}, now, ids.at(-1))
          const hasProblem = (await readRule(each))?.problem
          await (hasProblem ? lateFeeSchedule.queue(each, {}, inOneHour(now)) : queueMorning(each, now))
        },
      }
    },
    wait: async (db, _rule, problem, now) => {
      saveProblem(db, problem)
      return inOneHour(now)
    },
    unexplained: 'A late fee could not be charged. It is tried again.',
  })

export const lateFeesModule: Module = (services) => ({
  runners: lateFeeRunners(services),
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
