/** Why a card is refused: Stripe's code, and the sentence that a buyer reads. */
export type Refusal = { code: string; declineCode?: string; message: string; field?: 'number' | 'expiry' | 'cvc' }

/**
 * How a card behaves when it is used. `challenge`: the bank asks the buyer first. `afterwards`: it pays, and later there is trouble.
 */
export type CardBehaviour = {
  refusal?: Refusal
  challenge?: true
  afterwards?: 'dispute' | 'refund-fails' | 'refund-pends'
  /** Why it is refused when it was kept and is charged without its owner. */
  later?: Refusal
}

type TestCard = CardBehaviour & { number: string; meaning: string }

/** The cards that can be tried, by Stripe's own test numbers. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', meaning: 'Payment succeeds' },
  {
    number: '4000000000000002',
    refusal: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    meaning: 'Card is declined',
  },
  {
    number: '4000000000009995',
    refusal: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    meaning: 'Insufficient funds',
  },
  {
    number: '4000000000000069',
    refusal: { code: 'expired_card', message: 'Your card has expired.', field: 'expiry' },
    meaning: 'Card has expired',
  },
  {
    number: '4000000000000127',
    refusal: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", field: 'cvc' },
    meaning: 'CVC is incorrect',
  },
  {
    number: '4000000000000119',
    refusal: { code: 'processing_error', message: 'An error occurred while processing your card. Try again in a little bit.' },
    meaning: 'Processing error',
  },
  {
    number: '4000002760003184',
    challenge: true,
    later: {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    },
    meaning: 'The bank asks you to confirm (3-D Secure)',
  },
  { number: '4000002500003155', challenge: true, meaning: 'The bank asks on the first payment' },
  { number: '4000000000000259', afterwards: 'dispute', meaning: 'Succeeds, and is disputed at once' },
  { number: '4000000000005126', afterwards: 'refund-fails', meaning: 'Succeeds; a refund fails after a minute' },
  { number: '4000000000007726', afterwards: 'refund-pends', meaning: 'Succeeds; a refund takes a minute' },
]

/** More of them, for what is paid again and again. */
export const savedTestCards: TestCard[] = [
  {
    number: '4000000000000341',
    later: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    meaning: 'Pays now, and is declined at each renewal',
  },
]

/** Any other number may be somebody's real card, which has no business here. */
const notATestCard: Refusal = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This sandbox takes only the test cards listed below. Never enter a real card here.',
  field: 'number',
}

export const behaviourOf = (number: string): CardBehaviour =>
  [...testCards, ...savedTestCards].find((candidate) => candidate.number === number) ?? { refusal: notATestCard }

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
