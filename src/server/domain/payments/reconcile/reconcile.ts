import { z } from 'zod'
import type { PaymentAttempt } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { closeAttempts } from './close-attempts.ts'
import { type FetchPaymentOptions, fetchPayment } from './fetch-payment.ts'

const closeOthersJob = job('payments.close-others', { attemptIds: z.array(z.string()) }, { lane: 'payments' })

/**
 * The only way in which an online payment is recorded. Safe to call at any time and any number of times: the provider's charge id makes a
 * payment unique. When the attempt was just paid, the other checkouts of the invoice are closed, by a job where that fails.
 * @returns null when there is no such attempt @throws ProviderError; then nothing was stored
 */
export const reconcile = async (
  services: Services,
  userId: number,
  attemptId: string,
  options: FetchPaymentOptions = {},
): Promise<PaymentAttempt['status'] | null> => {
  const fetched = await fetchPayment(services, userId, attemptId, options, (db, attemptIds) =>
    enqueue(db, closeOthersJob, { userId, attemptIds }, { key: `close-others-${attemptId}` }),
  )
  if (fetched && fetched.others.length > 0)
    await closeAttempts(services, userId, fetched.others).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      services.log(`A checkout of user ${userId} is still open although its invoice was paid: ${error.message}`)
    })
  return fetched?.status ?? null
}

export const closeOthersRunner = (services: Services) =>
  runner(closeOthersJob, ({ userId, attemptIds }) => closeAttempts(services, userId, attemptIds))
