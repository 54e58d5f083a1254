import { providerWords } from '#shared/payment-methods.ts'
import type { KeptAttempt } from './attempts.ts'
import { type Found, foundOf, isGivenBack, isSameMoney, moneyWords } from './found.ts'
import type { Attempt, ProviderTruth } from './provider.ts'

/** What a provider's answer means for an attempt; `problem` and `found` are there when what came isn't what was asked for. */
export type Verdict = { status: Attempt['status']; problem: string | null; found: Found[] | null }

/**
 * Only money that is exactly what was asked for counts as paid. Anything else is its owner's to decide, and what he decided stands as long as it
 * is the same money.
 */
export const judge = (attempt: KeptAttempt, truth: ProviderTruth): Verdict => {
  const found = foundOf(truth.charges, truth.paymentIntentId)
  // Money that came doesn't become money that never came because a provider stops speaking of it.
  if (found.length === 0 && (attempt.status === 'paid' || attempt.found)) return attempt
  const problem = problemOf(attempt, truth, found)
  if (!problem) {
    const status = found.length > 0 ? 'paid' : truth.state
    return {
      status,
      problem: status === 'pending' ? `${providerWords[attempt.provider]} hasn't confirmed the payment yet.` : null,
      found: null,
    }
  }
  const isDecided = attempt.found !== null && isSameMoney(attempt.found, found)
  if (isDecided && attempt.status === 'paid') return { status: 'paid', problem: attempt.problem, found }
  // Wherever it was given back: there is nothing left to decide.
  return { status: isGivenBack(found) ? 'failed' : 'review', problem, found }
}

/** Why an answer isn't what was asked for, in words for the owner; null when it is, or when nothing came yet. */
const problemOf = (attempt: KeptAttempt, truth: ProviderTruth, found: readonly Found[]): string | null => {
  const name = providerWords[attempt.provider]
  const asked = moneyWords(attempt)
  const isOver = truth.state === 'expired' || truth.state === 'failed'
  if (found.length === 0 && isOver) return null
  if (truth.attemptId !== attempt.id) return `What ${name} says is about another payment than the one that was begun here.`
  if (found.length === 0) return truth.state === 'paid' ? `${name} says that it is paid, and names no money that came.` : null
  if (found.length > 1) {
    const each = found.map(moneyWords).join(' and ')
    return `${name} took ${found.length} payments, ${each}, where one of ${asked} was asked for.`
  }
  const [money] = found
  if (money!.amount !== attempt.amount || money!.currency !== attempt.currency.toLowerCase())
    return `${name} took ${moneyWords(money!)} where ${asked} was asked for.`
  if (attempt.payee !== null && truth.payee !== attempt.payee)
    return `${name} gave the money to another account (${truth.payee ?? 'it names none'}) than the one it was asked for (${attempt.payee}).`
  return null
}
