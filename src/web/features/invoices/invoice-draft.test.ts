import { describe, expect, test } from 'vitest'
import { createBody, type InvoiceDraft, invoiceResolver, newDraft } from './invoice-draft.ts'
import { numberFromClock } from './invoice-number.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const check = async (changes: Partial<InvoiceDraft>) => invoiceResolver({ ...newDraft('INV-1'), ...changes }, undefined, options)
const line = (quantity: string, unitPrice: string) => ({ itemId: null, description: 'Work', quantity, unitPrice })
const good = { customerId: '7', lineItems: [line('1.5', '100'), line('3', '33.33')] }

describe('a new draft', () => {
  test.each([
    ['Pacific/Auckland', '2026-01-31T12:00:00Z', '2026-02-01', '2026-03-03'],
    ['America/Los_Angeles', '2026-01-31T07:59:00Z', '2026-01-30', '2026-03-01'],
    ['America/New_York', '2026-03-07T23:00:00Z', '2026-03-07', '2026-04-06'],
  ])("is dated the user's day in %s", (zone, now, issueDate, dueDate) =>
    expect(newDraft('INV-1', new Date(now), zone)).toMatchObject({ issueDate, dueDate }),
  )

  test('has a number from the clock when the server gives none', () =>
    expect(numberFromClock(new Date(2026, 0, 31, 12))).toMatch(/^INV-2026-\d{4}$/))
})

describe('the check', () => {
  test("an untouched form gets the form's messages", async () => {
    const { errors } = await check({ invoiceNumber: ' ', issueDate: '', dueDate: '' })
    expect(errors).toMatchObject({
      customerId: { message: 'Customer is required' },
      invoiceNumber: { message: 'Invoice number is required' },
      issueDate: { message: 'Issue date is required' },
      dueDate: { message: 'Due date is required' },
      lineItems: [{ description: { message: 'Description is required' } }],
    })
  })

  test.each([
    ['0', '5', 'quantity', 'Quantity must be positive'],
    ['0.001', '5', 'quantity', 'Quantity can have at most 2 decimals'],
    ['1', '-0.01', 'unitPrice', 'Unit price must be positive'],
    ['2', '99999999.99', 'unitPrice', 'Line total must be at most 99,999,999.99'],
  ])('%s x %s', async (quantity, unitPrice, field, message) => {
    const { errors } = await check({ ...good, lineItems: [line(quantity, unitPrice)] })
    expect(errors.lineItems?.[0]).toMatchObject({ [field]: { message } })
  })

  test('sums that no invoice can hold', async () => {
    const full = line('1', '99999999.99')
    expect((await check({ ...good, lineItems: [full, line('1', '0.01')] })).errors.lineItems?.[1]).toMatchObject({
      unitPrice: { message: 'Subtotal must be at most 99,999,999.99' },
    })
    expect((await check({ ...good, lineItems: [full], taxAmount: '0.01' })).errors).toMatchObject({
      taxAmount: { message: 'Total must be at most 99,999,999.99' },
    })
  })

  test('an emptied tax rate or amount means none', async () =>
    expect((await check({ ...good, taxRate: '', taxAmount: ' ' })).errors).toEqual({}))
})

test('the body carries the sums as the form shows them', async () => {
  const { values } = await check({ ...good, taxRate: '8.25', taxAmount: '20.63' })
  expect(createBody(values as never, 'sent')).toMatchObject({
    customerId: 7,
    status: 'sent',
    subtotal: '249.99',
    taxRate: '8.25',
    taxAmount: '20.63',
    total: '270.62',
    lineItems: [
      { quantity: '1.50', unitPrice: '100.00', total: '150.00' },
      { quantity: '3.00', unitPrice: '33.33', total: '99.99' },
    ],
  })
})
