import { expect, test } from 'vitest'
import { money, moneyDay, optional, price } from '#model/fields.ts'
import { recordSchemas } from './record-contract.ts'

const { input } = recordSchemas({
  rate: optional(money('Rate', {})),
  price: optional(price('Price', {})),
  day: optional(moneyDay('Day', {})),
})

test.each([
  [{}, {}],
  [
    { rate: '', price: null, day: '' },
    { rate: null, price: null, day: null },
  ],
  [
    { rate: '12.5', price: '0.000125', day: '2026-01-02' },
    { rate: 12_500, price: '0.000125', day: '2026-01-02' },
  ],
])('an amount, a price and a day that may be missing: %j', (body, expected) => {
  expect(input.parse(body)).toEqual(expected)
})

test.each([
  [{ rate: 'a' }, 'Rate must be a number, like 12.50'],
  [{ rate: '-1' }, 'Rate must be at least 0.00'],
  [{ price: '1.0000005' }, 'Price can have at most 6 decimals'],
  [{ day: '1980-01-01' }, expect.stringContaining('Day')],
])('what is wrong with %j is said as of a required field', (body, message) => {
  expect(input.safeParse(body).error?.issues.map((issue) => issue.message)).toEqual([message])
})
