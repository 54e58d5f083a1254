import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { parseAmount } from '#shared/money.ts'
import { dayField, flagField, listProblems, moneyField, rateField, textField } from './action.ts'

const limit = { amount: parseAmount('80.00'), refusal: 'Amount must be at most the balance due, $80.00' }
const fields = {
  amount: moneyField('Amount', { currency: 'USD', most: limit }),
  homeAmount: moneyField('Received in JPY', { isOptional: true, currency: 'JPY' }),
  day: dayField('Date', { first: { day: '2026-04-05' as Day, of: 'the issue date of the invoice' } }),
  exchangeRate: rateField('Exchange Rate', { isOptional: true }),
  notes: textField('Note', { isOptional: true }),
  sendReceipt: flagField('Send a receipt', {}),
}
const body = { amount: parseAmount('80.00'), day: '2026-04-05' }

describe('what the figures of a record refuse', () => {
  test('nothing at the limits, and nothing of what may be left out', () => {
    expect(listProblems(fields, body)).toEqual([])
    expect(listProblems(fields, { ...body, homeAmount: null, exchangeRate: null, notes: undefined })).toEqual([])
    expect(listProblems(fields, { ...body, homeAmount: parseAmount('9000') })).toEqual([])
  })

  test.each([
    ['an amount above what is due', { amount: parseAmount('80.01') }, 'amount', limit.refusal],
    ['no amount', { amount: null }, 'amount', 'Amount is required'],
    ['a day before the record’s own', { day: '2026-04-04' }, 'day', 'Day must not be before the issue date of the invoice, Apr 05, 2026'],
    [
      'decimals that the currency has not',
      { homeAmount: parseAmount('9000.50') },
      'homeAmount',
      'Received in JPY must be a whole number: JPY has no decimals',
    ],
  ])('%s, at its field', (_what, change, path, message) => {
    expect(listProblems(fields, { ...body, ...change })).toEqual([{ path, message }])
  })

  test('every field that is wrong, in the order of the form', () => {
    const wrong = { amount: parseAmount('100'), homeAmount: parseAmount('0.5'), day: '2020-01-01' }
    expect(listProblems(fields, wrong).map(({ path }) => path)).toEqual(['amount', 'homeAmount', 'day'])
  })
})
