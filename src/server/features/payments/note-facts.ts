import type { Fact } from '#server/papers/paper-mail.ts'
import { methodWords, providerWords } from '#shared/payment-methods.ts'
import type { readPayment } from './told.ts'

type Told = NonNullable<Awaited<ReturnType<typeof readPayment>>>

/** Whose payment it is, below the figure that a note to the owner is about. */
export const paymentFacts = ({ customerName, number, method }: Pick<Told, 'customerName' | 'number' | 'method'>): Fact[] => [
  ['Customer', customerName],
  ['Invoice', number],
  ['Payment method', methodWords(method)],
]

/** 'Stripe': where its owner looks after a payment. */
export const providerOf = ({ provider }: Pick<Told, 'provider'>): string =>
  provider === 'manual' ? 'your payment provider' : providerWords[provider]
