import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import type { readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import { getMethodLabel, providerLabels } from '#shared/payment-methods.ts'

type Told = NonNullable<Awaited<ReturnType<typeof readPaymentDetails>>>

/** Whose payment it is, below the figure that a note to the owner is about. */
export const buildPaymentFacts = ({ customerName, number, method }: Pick<Told, 'customerName' | 'number' | 'method'>): Fact[] => [
  ['Customer', customerName],
  ['Invoice', number],
  ['Payment method', getMethodLabel(method)],
]

/** 'Stripe': where its owner looks after a payment. */
export const getProviderName = ({ provider }: Pick<Told, 'provider'>): string =>
  provider === 'manual' ? 'your payment provider' : providerLabels[provider]
