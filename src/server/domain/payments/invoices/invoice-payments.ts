import type { z } from 'zod'
import { isUnderReview } from '#server/domain/payments/attempts/attempts.ts'
import { parseStoredMoney, type StoredMoney } from '#server/domain/payments/attempts/received-money.ts'
import { type InvoiceBalance, lockBalance, readBalance } from '#server/domain/payments/balance/balance.ts'
import {
  listCreditApplications,
  readAvailableCredit,
  refuseWhileApplied,
} from '#server/domain/payments/credit-applications/credit-applications.ts'
import { readSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { toProviderUnavailableForOwner } from '#server/domain/payments/provider-error.ts'
import { withClosedCheckouts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { isSandboxAccountSql } from '#server/domain/payments/sandbox.ts'
import type { Clock, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { paymentAttempt } from '#shared/contract/invoice-payments.ts'
import { mayApplyCredit } from '#shared/invoice-rules.ts'
import { parseAmount, zero } from '#shared/money.ts'

type AttemptView = z.output<typeof paymentAttempt>
type Row = Omit<AttemptView, 'amount' | 'found'> & { amount: string; found: StoredMoney[] | null }

const maxAttempts = 100

export const listAttempts = async (db: UserDb, invoiceId: number): Promise<AttemptView[]> =>
  (
    await db.rows<Row>(
      `select id, provider, status, amount, case when status = 'review' then problem end as problem, found, created_at as "startedAt"
       from payment_attempts where user_id = $1 and document_id = $2 and status in ('open', 'pending', 'review') order by created_at desc limit $3`,
      [db.userId, invoiceId, maxAttempts],
      'history.attempts',
    )
  ).map(({ found, ...row }) => ({
    ...row,
    amount: parseAmount(row.amount),
    found: (found ?? []).map(parseStoredMoney).map(({ ref, amount, currency }) => ({ ref, amount, currency: currency.toUpperCase() })),
  }))

/**
 * No checkout of the invoice is open during `work`. A change of its payments or status raises its version and is recorded in its history.
 * @throws AppError 404, 409 while a payment is being confirmed or when the provider refuses the key, 502 when a checkout can't be closed
 */
export const withLockedInvoice = <T>(
  services: Services,
  userId: number,
  invoiceId: number,
  work: (db: UserDb, invoice: InvoiceBalance) => Promise<T>,
): Promise<T> => withClosedCheckouts(services, userId, invoiceId, work).catch(toProviderUnavailableForOwner(services.log))

export const readSettlement = async (clock: Clock, db: UserDb, invoiceId: number) => {
  const invoice = await readBalance(db, invoiceId)
  const canApply = mayApplyCredit(invoice) === true
  return {
    ...(await readSchedule(clock, db, invoice)),
    creditApplications: await listCreditApplications(db, invoiceId),
    availableCredit: canApply ? await readAvailableCredit(db, invoiceId) : zero,
  }
}

/**
 * Says why not: it has a provider's payment, one under review, or a credit note.
 * @throws AppError 409 while credit is applied to it or taken from it
 */
export const mayDelete = async ({ accounts }: Services, db: UserDb, invoiceId: number): Promise<true | string> => {
  if ((await lockBalance(db, invoiceId)).credited > 0) return 'This invoice has a credit note. Void that first, then delete the invoice.'
  await refuseWhileApplied(db, invoiceId, "the invoice can't be deleted")
  if (await isUnderReview(db, invoiceId))
    return "A payment for this invoice needs your decision: accept it or give it back, see its history. Till then the invoice can't be deleted."
  // Test payments can't be refunded once the sandbox is off, and don't prevent a deletion then.
  const isSandboxOff = (await accounts.account(db, 'stripe'))?.sandbox !== true
  const taken = await db.rows(
    `select 1 from payments p left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
     where p.user_id = $1 and p.document_id = $2 and p.provider <> 'manual' and p.status = 'succeeded' and p.amount > p.refunded
       and not ($3 and ${isSandboxAccountSql('a.account_id')}) limit 1`,
    [db.userId, invoiceId, isSandboxOff],
  )
  return taken.length === 0 || "This invoice was paid through a payment provider, so it can't be deleted. Refund the payment first."
}
