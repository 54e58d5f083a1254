import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InvoiceWire, invoiceInput } from '#shared/contract/invoices.ts'
import { emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { textLimits } from '#shared/text-limits.ts'
import { type FormDraft, newDraft } from '#web/documents/form/form-draft.ts'
import { createBody, editBody, editResolver, getInvoiceForm, invoiceResolver, storedInvoices } from './invoice-draft.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const check = async (changes: Partial<FormDraft>) =>
  invoiceResolver(
    { ...newDraft({ ...getInvoiceForm('standard').defaults(null), taxRate: '0', currency: 'USD' }, 'INV-1'), ...changes },
    undefined,
    options,
  )
const plain = { kind: 'item', unitCode: 'C62', discountPercent: null, discountAmount: '0.00', taxRateId: null, sourceLineId: null } as const
const line = (quantity: string, unitPrice: string): LineDraft => ({ ...emptyLine, description: 'Work', quantity, unitPrice })
const good = { customerId: '7', lineItems: [line('1.5', '100'), line('3', '33.33')] }

test('an edit tells a missing number and a quantity that is too small at once', async () => {
  const { errors } = await editResolver({ lineItems: [] })(
    {
      ...newDraft({ ...getInvoiceForm('standard').defaults(null), taxRate: '0', currency: 'USD' }, ''),
      ...good,
      lineItems: [line('0.5', '5')],
    },
    undefined,
    options,
  )
  expect(errors).toMatchObject({
    number: { message: 'Invoice number is required' },
    lineItems: [{ quantity: { message: 'Quantity must be at least 1' } }],
  })
})

describe('validation', () => {
  test("an untouched form shows the form's messages", async () => {
    const { errors } = await check({ number: ' ', issueDate: '', endDate: '' })
    expect(errors).toMatchObject({
      customerId: { message: 'Customer is required' },
      number: { message: 'Invoice number is required' },
      issueDate: { message: 'Issue date is required' },
      endDate: { message: 'Due date is required' },
      lineItems: [{ description: { message: 'Description is required' } }],
    })
  })

  test.each([
    ['0', '5', 'quantity', 'Quantity must be positive'],
    ['0.0000001', '5', 'quantity', 'Quantity can have at most 6 decimals'],
    ['1', '-0.01', 'unitPrice', 'Unit price must be positive'],
    ['2', '99999999.99', 'unitPrice', 'Line total must be at most 99,999,999.99'],
  ])('%s x %s', async (quantity, unitPrice, field, message) => {
    const { errors } = await check({ ...good, lineItems: [line(quantity, unitPrice)] })
    expect(errors.lineItems?.[0]).toMatchObject({ [field]: { message } })
  })

  test('wholly empty lines are left out, and errors stay with their lines', async () => {
    const empty = { ...emptyLine, description: ' ' }
    const { values, errors } = await check({ ...good, lineItems: [empty, line('2', '5'), empty] })
    expect([errors, (values as { lineItems: unknown[] }).lineItems]).toEqual([{}, [expect.objectContaining({ quantity: '2.00' })]])
    const wrong = await check({ ...good, lineItems: [line('2', '5'), empty, line('0', '5')] })
    expect(wrong.errors.lineItems).toHaveLength(3)
    expect(wrong.errors.lineItems?.[2]).toMatchObject({ quantity: { message: 'Quantity must be positive' } })
    expect(wrong.errors.lineItems?.[1]).toBeUndefined()
    const onlyEmpty = await check({ ...good, lineItems: [empty, empty] })
    expect(onlyEmpty.errors.lineItems?.[0]).toMatchObject({ description: { message: 'Description is required' } })
    expect(onlyEmpty.errors.lineItems?.[1]).toBeUndefined()
  })

  test('amounts that no invoice can store', async () => {
    const full = line('1', '99999999.99')
    expect((await check({ ...good, lineItems: [full, line('1', '0.01')] })).errors.lineItems?.[1]).toMatchObject({
      unitPrice: { message: 'Subtotal must be at most 99,999,999.99' },
    })
    expect((await check({ ...good, lineItems: [full], taxAmount: '0.01' })).errors).toMatchObject({
      taxAmount: { message: 'Total must be at most 99,999,999.99' },
    })
  })

  /** Texts around their limits of letters and line breaks, sometimes with a character that isn't allowed. */
  const around = ({ characters, lineBreaks }: { characters: number; lineBreaks: number }) =>
    fc
      .tuple(
        fc.constantFrom(1, characters - lineBreaks - 2, characters - lineBreaks, characters - lineBreaks + 1),
        fc.constantFrom(0, lineBreaks, lineBreaks + 1),
        fc.constantFrom('x', '漢', '😀'),
        fc.constantFrom('', '', '', '\u0007'),
      )
      .map(([letters, breaks, letter, control]) => `x${'\nx'.repeat(breaks)}${letter.repeat(Math.max(1, letters - breaks))}${control}x`)
  const few = fc.array(around(textLimits.description), { minLength: 1, maxLength: 4 })
  const many = fc.integer({ min: 145, max: 155 }).map((count) => Array<string>(count).fill('x'.repeat(2000)))

  test('texts are refused where the server refuses them, with the same message', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(few, many), around(textLimits.notes), around(textLimits.notes), async (descriptions, notes, terms) => {
        const lineItems = descriptions.map((description) => ({ ...line('1', '1'), description }))
        const { errors } = await check({ ...good, lineItems, notes, terms })
        const lines = lineItems.map(({ id: _, discount: __, ...sentLine }) => sentLine)
        const sent = {
          customerId: 7,
          invoiceNumber: 'INV-1',
          issueDate: '2026-01-31',
          dueDate: '2026-01-31',
          lineItems: lines,
          notes,
          terms,
        }
        const issues = invoiceInput.safeParse(sent).error?.issues ?? []
        const told = (path: PropertyKey[]) =>
          path.reduce<Record<PropertyKey, unknown> | undefined>((found, key) => found?.[key] as never, errors as never)?.message
        // A field shows its first error.
        const first = new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), { path, message }]))
        for (const { path, message } of first.values()) expect(told(path)).toBe(message)
        if (issues.length === 0) expect(errors).toEqual({})
      }),
      { numRuns: 60 },
    ))

  test('an empty tax rate or amount means zero', async () =>
    expect((await check({ ...good, taxRate: '', taxAmount: ' ' })).errors).toEqual({}))
})

test('the body carries the amounts of the form', async () => {
  const { values } = await check({ ...good, taxRate: '8.25', taxAmount: '20.63' })
  expect(createBody(values as never, { status: 'sent' })).toMatchObject({
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

describe('an unedited number', () => {
  test('is assigned by the server; an edited one is kept', async () => {
    const { values } = await check(good)
    expect(createBody(values as never, { status: 'draft' }, 'INV-1')).toMatchObject({ drawNumber: true })
    expect(createBody(values as never, { status: 'draft' }, 'INV-2')).not.toHaveProperty('drawNumber')
  })
})

const saved: InvoiceWire = {
  id: 4,
  version: 3,
  customerId: 7,
  invoiceNumber: 'A-1',
  hasNumber: true,
  kind: 'standard',
  status: 'sent',
  issueDate: '2026-01-31' as never,
  dueDate: '2026-02-14' as never,
  subtotal: '125.00',
  taxRate: '10.00',
  taxAmount: '7.77',
  taxIsCustom: true,
  total: '132.77',
  ...{ currency: 'USD', pricesIncludeTax: false, discountPercent: null, discountAmount: '0.00', chargeAmount: '0.00', netAmount: '125.00' },
  ...{
    taxes: [],
    rounding: '0.00',
    deliveryDate: null,
    deliveryUntil: null,
    orderNumber: null,
    buyerReference: null,
    project: null,
    earlyDiscountPercent: null,
    earlyDiscountDays: null,
    withholdingPercent: null,
    withheld: '0.00',
  },
  ...{ exchangeRate: '1', rateDay: null, rateSource: null, homeTotal: '132.77' },
  amountPaid: '0.00',
  amountWrittenOff: '0.00',
  amountCredited: '0.00',
  creditApplied: '0.00',
  balanceDue: '132.77',
  settledBy: null,
  notes: null,
  terms: 'Soon',
  paymentUrl: null,
  emailState: null,
  scheduledSend: null,
  paymentAttention: null,
  viewedAt: null,
  estimateId: null,
  customer: { name: 'Grace Hopper', email: null },
  lineItems: [
    { ...plain, id: 1, itemId: null, description: 'Work', quantity: '0.25', unitPrice: '100.00', total: '25.00' },
    { ...plain, id: 2, itemId: 5, description: 'Travel', quantity: '10.00', unitPrice: '10.00', total: '100.00' },
  ],
}

describe('a saved invoice', () => {
  test('is shown in the format of typed values', () =>
    expect(storedInvoices.toDraft(saved)).toMatchObject({
      customerId: '7',
      taxRate: '10',
      taxAmount: '7.77',
      notes: '',
      lineItems: [
        { quantity: '0.25', unitPrice: '100.00' },
        { quantity: '10', itemId: 5 },
      ],
    }))

  const edited = async (...quantities: string[]) => {
    const draft = storedInvoices.toDraft(saved)
    const lineItems = quantities.map((quantity, i) => ({ ...(draft.lineItems[i] ?? { ...draft.lineItems[0]!, id: null }), quantity }))
    return editResolver(saved)({ ...draft, lineItems }, undefined, options)
  }
  test('keeps a saved quantity below one, and accepts no new one', async () => {
    expect((await edited('0.25', '1')).errors).toEqual({})
    expect((await edited('0.5', '1')).errors.lineItems?.[0]).toMatchObject({ quantity: { message: 'Quantity must be at least 1' } })
    expect((await edited('1', '0.25')).errors.lineItems?.[1]).toMatchObject({ quantity: { message: 'Quantity must be at least 1' } })
    expect((await edited('0.25', '1', '0.25')).errors.lineItems?.[2]).toMatchObject({
      quantity: { message: 'Quantity must be at least 1' },
    })
    expect((await edited('0')).errors.lineItems?.[0]).toMatchObject({ quantity: { message: 'Quantity must be at least 1' } })
  })

  test('is saved with its version, its status and the amounts on the screen', async () => {
    const { values } = await editResolver(saved)(storedInvoices.toDraft(saved), undefined, options)
    expect(editBody(values as never, { ...saved, version: 3 })).toMatchObject({
      version: 3,
      status: 'sent',
      taxAmount: '7.77',
      subtotal: '125.00',
      total: '132.77',
    })
  })
})
