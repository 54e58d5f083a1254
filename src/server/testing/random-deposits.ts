import { deductDeposit, removeDeduction, requestDeposit } from '#features/invoices/deposits.ts'
import { getInvoice } from '#features/invoices/read.ts'
import { listDeposits, postOtherDeductions, refuseOverused } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { issueWithoutEvent } from '#server/domain/documents/lifecycle/issue.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { scale } from '#shared/money.ts'
import { type Act, lifeToday, oneInvoice } from './random-acts.ts'

const oneDraft = "deleted_at is null and status = 'draft' and invoice_kind = 'standard'"

/** Asks for a deposit on a draft, a percentage or an amount, and mostly sends it. */
export const askDeposit: Act = async (life) => {
  const { random, db } = life
  const id = await oneInvoice(life, oneDraft)
  if (id === undefined) return
  await lockBalance(db, id)
  const invoice = await getInvoice(db, id, lifeToday)
  const input = random.percent(50)
    ? { percent: String(random.one([10, 30, 33.3333, 50, 100])) }
    : { amount: scale(invoice.subtotal, random.between(1, 100), 100, invoice.currency) }
  const deposit = await requestDeposit(db, invoice, input, lifeToday)
  if (random.percent(90)) await issueWithoutEvent(db, invoiceType, deposit.id)
}

/** Deducts deposits from a draft, or undoes a deduction. */
export const deduct: Act = async (life) => {
  const { random, db, clock } = life
  const id = await oneInvoice(
    life,
    `${oneDraft} and customer_id in (select d.customer_id from documents d where d.user_id = $1 and d.invoice_kind = 'deposit' and d.status <> 'draft')`,
  )
  if (id === undefined) return
  await lockBalance(db, id)
  const invoice = await getInvoice(db, id, lifeToday)
  const deposits = (await listDeposits(db, id)).filter(({ status }) => status !== 'draft')
  if (deposits.length === 0) return
  const { id: depositId, deducted } = random.one(deposits)
  if (deducted > 0 && random.percent(30)) await removeDeduction(clock, db, invoice, depositId, lifeToday)
  else await deductDeposit(clock, db, invoice, depositId, lifeToday)
}

/** As the app does after the restoration of an invoice that deducts deposits. */
export const afterRestore = async (db: UserDb, id: number): Promise<void> => {
  for (const deposit of await listDeposits(db, id)) if (deposit.deducted > 0) await refuseOverused(db, deposit.id, "it can't be restored")
  await postOtherDeductions(db, id)
}
