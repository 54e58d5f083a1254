import { describe, expect, test } from 'vitest'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { type FormDraft, newDraft } from '#web/documents/form/form-draft.ts'
import { toDraftBody } from '#web/documents/form/form-resolver.ts'
import { estimateDrafts } from './estimate-draft.ts'

const { config: estimateForm, stored: storedEstimates, resolver: estimateResolver } = estimateDrafts
const toBody = (checked: Parameters<typeof toDraftBody>[0], proposed?: string) => toDraftBody(checked, 'estimateNumber', proposed)

const options = { fields: {}, shouldUseNativeValidation: false }
const check = async (changes: Partial<FormDraft>) =>
  estimateResolver(
    { ...newDraft({ ...estimateForm.defaults(null), taxRate: '0', currency: 'USD' }, 'EST-1'), ...changes },
    undefined,
    options,
  )
const line = (quantity: string, unitPrice: string): LineDraft => ({ ...emptyLine, description: 'Work', quantity, unitPrice })

test('a new estimate is valid for 30 days, and its terms say so', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  expect(newDraft({ ...estimateForm.defaults(null), taxRate: '0', currency: 'USD' }, 'EST-1', now, 'UTC')).toMatchObject({
    status: 'draft',
    issueDate: '2026-01-31',
    endDate: '2026-03-02',
    taxRate: '0',
    terms: 'This estimate is valid for 30 days from the issue date.',
    lineItems: [{ quantity: '1' }],
  })
})

test('terms follow the dates in their own language until they are edited', () => {
  const moved = estimateForm.adjustTerms!
  expect(moved('This estimate is valid for 30 days from the issue date.', 30, 1)).toBe(
    'This estimate is valid for 1 day from the issue date.',
  )
  expect(moved('Gültigkeit dieses Angebots: 30 Tage ab Angebotsdatum.', 30, 2)).toBe('Gültigkeit dieses Angebots: 2 Tage ab Angebotsdatum.')
  expect(moved('This estimate is valid for 14 days from the issue date.', 30, 1)).toContain('14 days')
})

test.each([
  ['Roof repair', 'Slate, with scaffolding', 'Roof repair - Slate, with scaffolding'],
  ['Roof repair', null, 'Roof repair'],
  ['Roof', '漢'.repeat(1993), `Roof - ${'漢'.repeat(1993)}`],
  ['Roof', '😀'.repeat(1994), '😀'.repeat(1994)],
])('a picked item %s, %s', (name, description, words) => expect(estimateForm.describeItem({ name, description } as never)).toBe(words))

describe('validation', () => {
  test("an untouched form shows the form's messages", async () => {
    const { errors } = await check({ number: ' ', issueDate: '', endDate: '' })
    expect(errors).toMatchObject({
      customerId: { message: 'Customer is required' },
      number: { message: 'Estimate number is required' },
      issueDate: { message: 'Issue date is required' },
      endDate: { message: 'Expiry date is required' },
      lineItems: [{ description: { message: 'Description is required' } }],
    })
  })

  test.each([
    ['0', '5', 'quantity', 'Quantity must be positive'],
    ['1', '-0.01', 'unitPrice', 'Unit price must be positive'],
    ['2', '99999999.99', 'unitPrice', 'Line total must be at most 99,999,999.99'],
  ])('%s x %s', async (quantity, unitPrice, field, message) => {
    const { errors } = await check({ customerId: '7', lineItems: [line(quantity, unitPrice)] })
    expect(errors.lineItems?.[0]).toMatchObject({ [field]: { message } })
  })
})

test('the bodies carry the amounts of the form, with the names of the contract', async () => {
  const { values } = await check({ customerId: '7', status: 'sent', taxRate: '10', taxAmount: '20.63', lineItems: [line('0.01', '100')] })
  const body = {
    customerId: 7,
    estimateNumber: 'EST-1',
    status: 'sent',
    subtotal: '1.00',
    taxRate: '10.00',
    taxAmount: '20.63',
    total: '21.63',
  }
  expect(toBody(values as never, 'EST-2')).toMatchObject(body)
  expect(toBody(values as never, 'EST-2')).not.toHaveProperty('drawNumber')
  expect(toBody(values as never, 'EST-1')).toMatchObject({ drawNumber: true })
  for (const name of ['number', 'endDate']) expect(toBody(values as never)).not.toHaveProperty(name)
})

test('a saved estimate is shown in the format of typed values', () =>
  expect(
    storedEstimates.toDraft({
      customerId: 7,
      ...{ currency: 'EUR', exchangeRate: '1.0842', rateSource: 'typed' },
      estimateNumber: 'EST-1',
      status: 'expired',
      issueDate: '2026-01-31',
      expiryDate: '2026-02-14',
      taxRate: '10.00',
      taxAmount: '7.77',
      notes: null,
      terms: 'Soon',
      ...{ pricesIncludeTax: true, discountPercent: '10', discountAmount: '5.00', deliveryDate: '2026-01-30', deliveryUntil: null },
      ...{ orderNumber: 'PO-7', buyerReference: null, project: null },
      lineItems: [
        {
          ...{ id: 3, itemId: 5, kind: 'item', description: 'Work', quantity: '0.50', unitCode: 'HUR', unitPrice: '100.00' },
          ...{ discountPercent: null, discountAmount: '2.50', taxRateId: 4 },
        },
      ],
    } as unknown as EstimateWire),
  ).toEqual({
    customerId: '7',
    deductions: [],
    ...{ currency: 'EUR', exchangeRate: '1.0842' },
    number: 'EST-1',
    status: 'expired',
    issueDate: '2026-01-31',
    endDate: '2026-02-14',
    taxRate: '10',
    taxAmount: '7.77',
    notes: '',
    terms: 'Soon',
    ...{
      pricesIncludeTax: true,
      discount: '10%',
      deliveryDate: '2026-01-30',
      deliveryUntil: '',
      orderNumber: 'PO-7',
      buyerReference: '',
      project: '',
    },
    lineItems: [
      {
        ...{ id: 3, itemId: 5, kind: 'item', description: 'Work', quantity: '0.5', unitCode: 'HUR', unitPrice: '100.00' },
        ...{ discount: '2.50', taxRateId: 4 },
      },
    ],
  }))

test.each([
  [{ estimateValidDays: 14, estimateTerms: null }, 14, 'This estimate is valid for 14 days from the issue date.'],
  [{ estimateValidDays: 14, estimateTerms: 'Half in advance.' }, 14, 'Half in advance.'],
  [{ estimateValidDays: 1, estimateTerms: null, documentLanguage: 'de' }, 1, 'Gültigkeit dieses Angebots: 1 Tag ab Angebotsdatum.'],
])("the business's defaults for estimates: %j", (decided, daysToEnd, terms) =>
  expect(estimateForm.defaults({ estimateNotes: 'Hello', ...decided } as BusinessProfileWire)).toEqual({
    daysToEnd,
    notes: 'Hello',
    terms,
  }),
)
