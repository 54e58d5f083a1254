import { describe, expect, test } from 'vitest'
import { lineItemInput } from './documents.ts'
import { invoiceInput } from './invoices.ts'

const line = { description: 'Design', quantity: '1.5', unitPrice: '99.99' }
const good = { customerId: 1, invoiceNumber: 'INV-1', issueDate: '2026-01-31', dueDate: '2026-03-02', lineItems: [line] }
const messages = (body: unknown) =>
  invoiceInput.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('a new invoice', () => {
  test('is parsed into exact decimals and calendar days', () => {
    expect(invoiceInput.parse(good)).toEqual({
      ...good,
      status: 'draft',
      taxRate: 0,
      lineItems: [{ description: 'Design', quantity: '1.50', unitPrice: '99.99' }],
    })
  })

  test.each(['userId', 'id', 'publicId', 'status2', 'amountPaid', 'trialInvoicesUsed', 'paymentUrl', 'constructor'])(
    'with the unknown field %s is refused',
    (field) => {
      expect(messages({ ...good, [field]: 1 }).join()).toContain(field)
      expect(lineItemInput.safeParse({ ...line, [field]: 1 }).success).toBe(false)
    },
  )

  test('with __proto__ in its JSON changes no prototype', () => {
    const body: unknown = JSON.parse(JSON.stringify(good).replace('{', '{"__proto__":{"status":"sent","admin":true},'))
    const read = invoiceInput.safeParse(body)
    expect(read.success ? read.data.status : 'refused').not.toBe('sent')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('can only start as a draft or sent', () => {
    for (const status of ['draft', 'sent']) expect(messages({ ...good, status })).toEqual([])
    for (const status of ['paid', 'overdue', '', null])
      expect(messages({ ...good, status })).toEqual(["status: Status must be 'draft' or 'sent' for a new invoice"])
  })

  test('names each invalid field in a message', () => {
    const body = {
      ...good,
      customerId: '',
      invoiceNumber: ' ',
      issueDate: '2026-02-30',
      dueDate: '',
      taxRate: '101',
      lineItems: [{ description: '', quantity: '0', unitPrice: '-1' }],
    }
    expect(messages(body)).toEqual([
      'customerId: Customer is required',
      'invoiceNumber: Invoice number is required',
      'issueDate: Issue date must be a day that exists, like 2026-01-31',
      'dueDate: Due date is required',
      'taxRate: Tax rate must be from 0 to 100',
      'lineItems.0.description: Description is required',
      'lineItems.0.quantity: Quantity must be positive',
      'lineItems.0.unitPrice: Unit price must be positive',
    ])
  })

  test('has from 1 to 1,000 lines', () => {
    expect(messages({ ...good, lineItems: [] })).toEqual(['lineItems: At least one line item is required'])
    expect(messages({ ...good, lineItems: Array(1000).fill(line) })).toEqual([])
    expect(messages({ ...good, lineItems: Array(1001).fill(line) })).toEqual(['lineItems: An invoice can have at most 1,000 lines'])
  })

  test('with amounts that are too large names the field', () => {
    expect(messages({ ...good, lineItems: [{ ...line, unitPrice: '4500000000000.00' }] })).toEqual([
      'lineItems.0.unitPrice: Unit price must be at most 4,499,999,999,999.999',
    ])
    expect(messages({ ...good, taxAmount: 5e12 })).toEqual(['taxAmount: Tax amount must be at most 4,499,999,999,999.999'])
  })
})
