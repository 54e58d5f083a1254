import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AppError } from '#server/platform/errors/app-error.ts'
import { parseInput, parseParams } from './validation.ts'

const parse = (shape: z.ZodRawShape, value: unknown) => {
  try {
    return parseInput(z.strictObject(shape), value)
  } catch (error) {
    const { message, details } = error as AppError
    return { message, issues: details.issues }
  }
}
const text = (message: string) => z.string(message).min(1, message)

test.each([
  [{ logoURL: text('Logo URL is required') }, { logoURL: '' }, 'logoURL', 'Logo URL is required'],
  [{ logoURL: text('must be an address') }, {}, 'logoURL', 'Logo URL must be an address'],
  [{ customerId: text('must be a number') }, {}, 'customerId', 'Customer must be a number'],
  [{ email: text('Enter a valid email') }, {}, 'email', 'Enter a valid email'],
  [{ unitPrice: z.number() }, { unitPrice: 'x' }, 'unitPrice', 'Unit price must be a number'],
  [{ isSent: z.boolean() }, {}, 'isSent', 'Is sent must be true or false'],
  [{ status: z.enum(['draft', 'sent']) }, { status: 'x' }, 'status', 'Status must be one of draft, sent'],
  [{ count: z.number().max(3) }, { count: 4 }, 'count', 'Count is not valid'],
  [{ name: text('Name is required') }, { name: 'A', userId: 1 }, 'userId', 'Unknown field: userId'],
])('%#: the message names the field, and the issue has its path', (shape, value, path, message) => {
  expect(parse(shape, value)).toEqual({ message, issues: [{ path, message }] })
})

test('the message of a field in a list says which entry it is in', () => {
  const shape = { lineItems: z.array(z.strictObject({ unitPrice: text('Unit price is required') })) }
  expect(parse(shape, { lineItems: [{ unitPrice: '1' }, {}] })).toEqual({
    message: 'Unit price is required (line 2)',
    issues: [{ path: 'lineItems.1.unitPrice', message: 'Unit price is required' }],
  })
  expect(parse({ rows: z.array(z.strictObject({})) }, { rows: [{ x: 1 }] })).toMatchObject({ message: 'Unknown field: x (row 1)' })
})

test.each([['text'], [7], [[]], [null], [undefined]])('%j is not an object', (value) => {
  const message = 'The request must carry a JSON object'
  expect(parse({ name: z.string() }, value)).toEqual({ message, issues: [{ path: '', message }] })
})

test.each([
  ['1', 1],
  ['2147483648', 2 ** 31],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ...['9007199254740992', '9999999999999999', '10000000000000000000', '0', '01', '-1', '1.5', '1e3', '', ' 1', 'x'].map(
    (text) => [text, null] as const,
  ),
] as const)('the id %j of a path is %j', (text, id) => {
  if (id === null) expect(() => parseParams({ id: text })).toThrow('Not found')
  else expect(parseParams({ id: text })).toEqual({ id })
})
