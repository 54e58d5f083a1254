import type { Funding } from '#simulators/paypal/core/state.ts'

/** What a buyer can choose from in the sandbox, and what comes of it. */
export const fundings: { id: Funding; label: string; meaning: string }[] = [
  { id: 'balance', label: 'PayPal balance', meaning: 'The payment goes through at once.' },
  { id: 'declined-card', label: 'Card that is declined', meaning: 'Approved here, but refused when the business takes the money.' },
  { id: 'echeck', label: 'E-check from a bank', meaning: 'Stays pending until the e-check arrives or bounces.' },
]

export const fundingOf = (text: unknown): Funding | null => fundings.find(({ id }) => id === text)?.id ?? null
