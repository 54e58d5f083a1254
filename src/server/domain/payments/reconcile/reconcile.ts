import { z } from 'zod'
import { type PaymentAttempt, ProviderError } from '#server/domain/payments/provider.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { closeAttempts } from './close-attempts.ts'
import { type FetchPaymentDeps, type FetchPaymentOptions, fetchPayment } from './fetch-payment.ts'

export type ReconcileDeps = FetchPaymentDeps

const closeOthersJob = job('payments.close-others', { attemptIds: z.array(z.string()) }, { lane: 'payments' })

/**
 * The only way in which an online payment gets into the books: asks the provider what became of an attempt and records exactly that.
 * Safe to call at any time and any number of times; money is recorded once, by the provider's own charge id. When it is paid, the invoice's other
 * payment pages are closed: right away as far as that can be done, and by a job as long as it can't.
 * @returns the attempt's state afterwards
 * @throws ProviderError when the provider can't be asked; nothing has changed then
 */
export const reconcile = async (
  deps: ReconcileDeps,
  userId: number,
  attemptId: string,
  asking: FetchPaymentOptions = {},
): Promise<PaymentAttempt['status'] | null> => {
  const answered = await fetchPayment(deps, userId, attemptId, asking, (db, attemptIds) =>
    enqueue(db, closeOthersJob, { userId, attemptIds }, { key: `close-others-${attemptId}` }),
  )
  if (answered && answered.others.length > 0)
    await closeAttempts(deps, userId, answered.others).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      deps.log(`A payment page of user ${userId} is still open although its invoice was paid: ${error.message}`)
    })
  return answered?.status ?? null
}

export const closeOthersRunner = (deps: ReconcileDeps) =>
  runner(closeOthersJob, ({ userId, attemptIds }) => closeAttempts(deps, userId, attemptIds))
