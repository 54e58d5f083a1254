import { expect, test } from 'vitest'
import { order } from './schemas.ts'

const readRate = (value: string) => {
  const capture = {
    ...{ id: 'CAPTURE0001', status: 'COMPLETED', create_time: '2026-01-05T12:00:00Z', amount: { currency_code: 'EUR', value: '1.00' } },
    seller_receivable_breakdown: { exchange_rate: { source_currency: 'EUR', target_currency: 'USD', value } },
  }
  const { purchase_units } = order.parse({
    id: 'ORDER000001',
    status: 'COMPLETED',
    purchase_units: [{ payments: { captures: [capture] } }],
  })
  return purchase_units[0]?.payments?.captures[0]?.seller_receivable_breakdown?.exchange_rate?.rate
}

test.each([
  ['1.0842', '1.0842'],
  ['1.10', '1.1'],
  // As a floating-point number these lose their last digits.
  ['123456789.0123456789', '123456789.0123456789'],
  ['1.00000000005', '1.0000000001'],
  ['0.00000000004', undefined],
  ['-1', undefined],
])('the exchange rate %s of a capture is read digit by digit', (value, rate) => {
  expect(readRate(value)).toBe(rate)
})
