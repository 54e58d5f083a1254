/** How a card behaves: it pays, or it is refused with Stripe's code and the sentence that a buyer reads. */
export type CardOutcome = { code: string; declineCode?: string; message: string; field?: 'number' | 'expiry' | 'cvc' } | null

type TestCard = { number: string; outcome: CardOutcome; meaning: string }

/** The cards that can be tried, by Stripe's own test numbers. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', outcome: null, meaning: 'Payment succeeds' },
  {
    number: '4000000000000002',
    outcome: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    meaning: 'Card is declined',
  },
  {
    number: '4000000000009995',
    outcome: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    meaning: 'Insufficient funds',
  },
  {
    number: '4000000000000069',
    outcome: { code: 'expired_card', message: 'Your card has expired.', field: 'expiry' },
    meaning: 'Card has expired',
  },
  {
    number: '4000000000000127',
    outcome: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", field: 'cvc' },
    meaning: 'CVC is incorrect',
  },
  {
    number: '4000000000000119',
    outcome: { code: 'processing_error', message: 'An error occurred while processing your card. Try again in a little bit.' },
    meaning: 'Processing error',
  },
]

/** Any other number may be somebody's real card, which has no business here. */
const notATestCard: CardOutcome = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This sandbox takes only the test cards listed below. Never enter a real card here.',
  field: 'number',
}

export const outcomeOf = (number: string): CardOutcome => {
  const card = testCards.find((candidate) => candidate.number === number)
  return card ? card.outcome : notATestCard
}

export const brandOf = (number: string) => (number.startsWith('4') ? 'visa' : /^5[1-5]/.test(number) ? 'mastercard' : 'unknown')

/** The Luhn check digit. */
export const isCardNumber = (digits: string) => {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** '4242424242424242' -> '4242 4242 4242 4242' */
export const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
