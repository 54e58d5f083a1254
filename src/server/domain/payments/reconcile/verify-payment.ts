import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { isFullyRefunded, isSameMoney, type ReceivedMoney, toReceivedMoney } from '#server/domain/payments/attempts/received-money.ts'
import { formatInCurrency, formatSeveral } from '#server/domain/payments/format.ts'
import type { Decline, PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { providerLabels } from '#shared/payment-methods.ts'

/** `problem` and `found` are set when the money differs from what was requested. */
export type Verdict = {
  status: PaymentAttempt['status']
  problem: string | null
  found: ReceivedMoney[] | null
  /** How a saved card was declined; `problem` says it in words. */
  decline?: Decline['kind'] | null
}

/** Only exactly the requested amount is paid. Else the owner decides ('review'); that stands while the charges are the same. */
export const verifyPayment = (attempt: StoredAttempt, reported: ProviderStatus): Verdict => {
  const received = toReceivedMoney(reported.charges, reported.paymentIntentId)
  // A payment that was reported once stays, even if the provider reports no charge any more.
  if (received.length === 0 && (attempt.status === 'paid' || attempt.found)) return attempt
  const problem = findProblem(attempt, reported, received)
  if (!problem) {
    const status = received.length > 0 ? 'paid' : reported.state
    if (status === 'failed' && reported.decline)
      return { status, problem: reported.decline.message, found: null, decline: reported.decline.kind }
    return {
      status,
      problem: status === 'pending' ? `${providerLabels[attempt.provider]} hasn't confirmed the payment yet.` : null,
      found: null,
    }
  }
  const isAccepted = attempt.status === 'paid' && attempt.found !== null && isSameMoney(attempt.found, received)
  if (isAccepted) return { status: 'paid', problem: attempt.problem, found: received }
  // Refunded in full, here or at the provider: there is nothing left to decide.
  return { status: isFullyRefunded(received) ? 'failed' : 'review', problem, found: received }
}

/** For the owner; null also when nothing was received yet. */
const findProblem = (attempt: StoredAttempt, reported: ProviderStatus, received: readonly ReceivedMoney[]): string | null => {
  const name = providerLabels[attempt.provider]
  const requested = formatInCurrency(attempt)
  const isClosed = reported.state === 'expired' || reported.state === 'failed'
  if (received.length === 0 && isClosed) return null
  if (reported.attemptId !== attempt.id) return `What ${name} says is about another payment than the one that was begun here.`
  if (received.length === 0) return reported.state === 'paid' ? `${name} says that it is paid, and names no money that came.` : null
  if (received.length > 1)
    return `${name} took ${received.length} payments, ${formatSeveral(received)}, where one of ${requested} was asked for.`
  const [money] = received
  if (money!.amount !== attempt.amount || money!.currency !== attempt.currency.toLowerCase())
    return `${name} took ${formatInCurrency(money!)} where ${requested} was asked for.`
  if (attempt.payee !== null && reported.payee !== attempt.payee)
    return `${name} gave the money to another account (${reported.payee ?? 'it names none'}) than the one it was asked for (${attempt.payee}).`
  return null
}
