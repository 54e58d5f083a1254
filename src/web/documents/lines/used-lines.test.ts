import { expect, test } from 'vitest'
import { listUsedLines } from './used-lines.ts'

const line = (description: string, unitPrice: string, kind = 'item') => ({ kind, description, unitPrice, unitCode: 'C62', taxRateId: null })
const invoice = (invoiceNumber: string, currency: string, ...lineItems: object[]) => ({ invoiceNumber, currency, lineItems }) as never

test('a line used before is offered once, as it was last priced in the currency of the document', () => {
  const used = listUsedLines(
    [
      invoice('A-3', 'EUR', line('Design', '90')),
      { invoiceNumber: 'A-4', currency: 'USD' } as never,
      invoice('A-2', 'USD', line('design', '120'), line('Shipping', '5', 'charge'), line('Deposit', '50', 'deposit')),
      invoice('A-1', 'USD', line('Design', '100'), line('Travel', '40')),
    ],
    'USD',
  )
  expect(used.map(({ description, unitPrice, from }) => [description, unitPrice, from])).toEqual([
    ['design', '120', 'A-2'],
    ['Travel', '40', 'A-1'],
  ])
})
