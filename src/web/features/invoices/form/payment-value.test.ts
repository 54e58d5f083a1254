import { expect, test } from 'vitest'
import { toDecimal } from '#shared/money.ts'
import { computeExchangeGain, computeValue } from './payment-value.ts'

const invoice = { total: '1190.00', homeTotal: '1290.20', exchangeRate: '1.0842' }
const gainOf = (amountPaid: string, amount: string, exchangeRate: string) => {
  const { home } = computeValue({ amount, exchangeRate }, '', 'USD')
  const gain = computeExchangeGain({ ...invoice, amountPaid }, amount, home!, 'USD')
  return gain === undefined ? undefined : toDecimal(gain)
}

test('the exchange gain is what a payment is worth, less its part of what the invoice is worth', () => {
  expect(gainOf('0.00', '400', '1.1')).toBe('6.32')
  expect(gainOf('400.00', '790.00', '1.05')).toBe('-27.02')
  expect(gainOf('0.00', '1190', '1.0842')).toBe('0.00')
  // 100.00 beyond the total are credit at the invoice's rate, worth 108.42.
  expect(gainOf('0.00', '1290', '1.1')).toBe('20.38')
})

test('an invoice without a rate, and an amount that is still being typed, have no gain', () => {
  const { home } = computeValue({ amount: '400', homeAmount: '440' }, '', 'USD')
  expect(computeExchangeGain({ ...invoice, amountPaid: '0.00', homeTotal: null }, '400', home!, 'USD')).toBeUndefined()
  expect(computeExchangeGain({ ...invoice, amountPaid: '0.00' }, '4e', home!, 'USD')).toBeUndefined()
})

test('what is typed into one field gives the other one', () => {
  expect(computeValue({ amount: '400', exchangeRate: '1.1' }, '1.2', 'USD')).toMatchObject({ rate: '1.1', homeAmount: '440.00' })
  expect(computeValue({ amount: '400' }, '1.2', 'USD')).toMatchObject({ rate: '1.2', homeAmount: '480.00' })
  expect(computeValue({ amount: '300', homeAmount: '331' }, '1.2', 'USD')).toMatchObject({ rate: '1.10333', homeAmount: '331' })
  expect(computeValue({ amount: '400', exchangeRate: '0' }, '', 'USD')).toMatchObject({ rate: '0', homeAmount: '' })
  expect(computeValue({ amount: '400', exchangeRate: '150' }, '', 'JPY')).toMatchObject({ homeAmount: '60000' })
  expect(computeValue({ amount: '', homeAmount: '440' }, '', 'USD').rate).toBe('')
})
