export type Decline = { code: string; declineCode?: string; message: string; field?: 'number' | 'expiry' | 'cvc' }

/** `challenge`: the bank asks the buyer to confirm (3-D Secure). `afterPayment`: what happens after the payment succeeded. */
export type CardBehavior = {
  decline?: Decline
  challenge?: true
  afterPayment?: 'dispute' | 'refund-fails' | 'refund-pends'
  /** Of a saved card in later payments without the cardholder. */
  renewalDecline?: Decline
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

type TestCard = CardBehavior & { number: string; meaning: string }

/** By Stripe's own numbers. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', meaning: 'Payment succeeds' },
  {
    number: '4000000000000002',
    decline: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    meaning: 'Card is declined',
  },
  {
    number: '4000000000009995',
    decline: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    meaning: 'Insufficient funds',
  },
  {
    number: '4000000000000069',
    decline: { code: 'expired_card', message: 'Your card has expired.', field: 'expiry' },
    meaning: 'Card has expired',
  },
  {
    number: '4000000000000127',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", field: 'cvc' },
    meaning: 'CVC is incorrect',
  },
  {
    number: '4000000000000119',
    decline: { code: 'processing_error', message: 'An error occurred while processing your card. Try again in a little bit.' },
    meaning: 'Processing error',
  },
  {
    number: '4000002760003184',
    challenge: true,
    renewalDecline: authenticationRequired,
    meaning: 'The bank asks you to confirm (3-D Secure)',
  },
  { number: '4000002500003155', challenge: true, meaning: 'The bank asks on the first payment' },
  { number: '4000000000000259', afterPayment: 'dispute', meaning: 'Succeeds, and is disputed at once' },
  { number: '4000000000005126', afterPayment: 'refund-fails', meaning: 'Succeeds; a refund fails after a minute' },
  { number: '4000000000007726', afterPayment: 'refund-pends', meaning: 'Succeeds; a refund takes a minute' },
]

export const savedTestCards: TestCard[] = [
  {
    number: '4000000000000341',
    renewalDecline: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    meaning: 'Pays now, and is declined later',
  },
]

export const laterDeclines: Record<string, Decline> = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  processing_error: { code: 'processing_error', message: 'An error occurred while processing your card. Try again in a little bit.' },
  authentication_required: authenticationRequired,
}

/** For any other number, which may be a real card. */
const notATestCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This sandbox takes only the test cards listed below. Never enter a real card here.',
  field: 'number',
}

export const getCardBehavior = (number: string): CardBehavior =>
  [...testCards, ...savedTestCards].find((candidate) => candidate.number === number) ?? { decline: notATestCard }

export const getCardBrand = (number: string) => (number.startsWith('4') ? 'visa' : /^5[1-5]/.test(number) ? 'mastercard' : 'unknown')

/** By the Luhn check digit. */
export const isValidCardNumber = (digits: string) => {
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
export const formatCardNumber = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
