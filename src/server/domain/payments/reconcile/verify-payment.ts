import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import {
  formatReceived,
  isFullyRefunded,
  isSameMoney,
  type ReceivedMoney,
  toReceivedMoney,
} from '#server/domain/payments/attempts/received-money.ts'
import type { PaymentAttempt, ProviderStatus } from '#server/domain/payments/provider.ts'
import { providerLabels } from '#shared/payment-methods.ts'

/** What a provider's answer means for an attempt; `problem` and `found` are there when what came isn't what was asked for. */
export type Verdict = { status: PaymentAttempt['status']; problem: string | null; found: ReceivedMoney[] | null }

/**
 * Only money that is exactly what was asked for counts as paid. Anything else is its owner's to decide, and what he decided stands as long as it
 * is the same money.
 */
export const verifyPayment = (attempt: StoredAttempt, truth: ProviderStatus): Verdict => {
  const found = toReceivedMoney(truth.charges, truth.paymentIntentId)
  // Money that came doesn't become money that never came because a provider stops speaking of it.
  if (found.length === 0 && (attempt.status === 'paid' || attempt.found)) return attempt
  const problem = problemOf(attempt, truth, found)
  if (!problem) {
    const status = found.length > 0 ? 'paid' : truth.state
    return {
      status,
      problem: status === 'pending' ? `${providerLabels[attempt.provider]} hasn't confirmed the payment yet.` : null,
      found: null,
    }
  }
  const isDecided = attempt.found !== null && isSameMoney(attempt.found, found)
  if (isDecided && attempt.status === 'paid') return { status: 'paid', problem: attempt.problem, found }
  // Wherever it was given back: there is nothing left to decide.
  return { status: isFullyRefunded(found) ? 'failed' : 'review', problem, found }
}

/** Why an answer isn't what was asked for, in words for the owner; null when it is, or when nothing came yet. */
const problemOf = (attempt: StoredAttempt, truth: ProviderStatus, found: readonly ReceivedMoney[]): string | null => {
  const name = providerLabels[attempt.provider]
  const asked = formatReceived(attempt)
  const isOver = truth.state === 'expired' || truth.state === 'failed'
  if (found.length === 0 && isOver) return null
  if (truth.attemptId !== attempt.id) return `What ${name} says is about another payment than the one that was begun here.`
  if (found.length === 0) return truth.state === 'paid' ? `${name} says that it is paid, and names no money that came.` : null
  if (found.length > 1) {
    const each = found.map(formatReceived).join(' and ')
    return `${name} took ${found.length} payments, ${each}, where one of ${asked} was asked for.`
  }
  const [money] = found
  if (money!.amount !== attempt.amount || money!.currency !== attempt.currency.toLowerCase())
    return `${name} took ${formatReceived(money!)} where ${asked} was asked for.`
  if (attempt.payee !== null && truth.payee !== attempt.payee)
    return `${name} gave the money to another account (${truth.payee ?? 'it names none'}) than the one it was asked for (${attempt.payee}).`
  return null
}
