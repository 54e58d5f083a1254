import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './validation.ts'

const refusal = (shape: z.ZodRawShape, value: object) => {
  try {
    return parseInput(z.strictObject(shape), value)
  } catch (error) {
    return (error as Error).message
  }
}

test('a sentence names its field in words, unless its message does', () => {
  const text = (message: string) => z.string(message).min(1, message)
  expect(refusal({ logoURL: text('Logo URL is required') }, { logoURL: '' })).toBe('Logo URL is required')
  expect(refusal({ logoURL: text('must be an address') }, {})).toBe('logo url: must be an address')
  expect(refusal({ zipCode: text('ZIP code is required') }, {})).toBe('ZIP code is required')
  expect(refusal({ customerId: text('must be a number') }, {})).toBe('customer: must be a number')
  expect(refusal({ lineItems: z.array(z.object({ unitPrice: text('is required') })) }, { lineItems: [{}] })).toBe(
    'line 1 unit price: is required',
  )
})
