import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeContentTotals, findAmountProblem, type TaxRates } from './content-totals.ts'
import {
  type Credit,
  type CreditedInvoice,
  type CreditRequest,
  computeCreditNote,
  type EarlierCredit,
  getCreditableAmount,
  getCreditableQuantity,
} from './credit-notes.ts'
import type { Currency } from './currencies.ts'
import { type Amount, parseAmount, scale, sum, toAmount } from './money.ts'

const standard = { category: null, exemptionReason: null }
const component = (name: string, percent: string, isCompound = false) => ({ name, percent, isCompound })
const rates: TaxRates = new Map(
  [
    { id: 1, ...standard, components: [component('VAT', '19')] },
    { id: 2, ...standard, components: [component('VAT', '7')] },
    { id: 3, ...standard, components: [component('GST', '5'), component('QST', '9.975')] },
    { id: 4, ...standard, components: [component('GST', '5'), component('PST', '9.5', true)] },
    { id: 5, ...standard, components: [] },
  ].map((rate) => [rate.id, rate]),
)

type Line = Partial<CreditedInvoice['lineItems'][number]> & { quantity: string; unitPrice: string }
type Typed = { lines: Line[]; taxRate?: number; taxAmount?: Amount; currency?: Currency } & Partial<
  Pick<CreditedInvoice, 'pricesIncludeTax' | 'discountPercent'> & { discountAmount: Amount }
>

/** An invoice as it is stored for such a form. */
const invoiceOf = ({ lines, taxRate = 0, taxAmount, currency = 'USD', ...document }: Typed): CreditedInvoice => {
  const lineItems = lines.map((line, i) => ({
    ...{ kind: 'item' as const, description: `Line ${i + 1}`, itemId: null, unitCode: 'C62', discountPercent: null, taxRateId: null },
    ...line,
    id: i + 1,
  }))
  const content = { taxRate, taxAmount, ...document, lineItems }
  const totals = computeContentTotals(content, currency, rates)
  return {
    ...{ invoiceNumber: 'INV-1', currency, pricesIncludeTax: document.pricesIncludeTax ?? false },
    ...{ discountPercent: document.discountPercent ?? null, discountAmount: totals.discount, netAmount: totals.netAmount },
    ...{ taxRate: lineItems.some(({ taxRateId }) => taxRateId) ? null : taxRate, taxAmount: totals.taxAmount },
    ...{ taxIsCustom: totals.taxIsCustom, total: totals.total },
    lineItems: lineItems.map((line, i) => ({ ...line, discountAmount: totals.lines[i]!.discount })),
  }
}

const toEarlier = ({ content, totals }: Credit): EarlierCredit => ({
  netAmount: totals.netAmount,
  taxAmount: totals.taxAmount,
  total: totals.total,
  lineItems: content.lineItems.map(({ creditedLineId, quantity }, i) => ({
    creditedLineId,
    quantity,
    discountAmount: totals.lines[i]!.discount,
  })),
})

const credit = (invoice: CreditedInvoice, earlier: EarlierCredit[], request: CreditRequest): Credit => {
  const result = computeCreditNote(invoice, earlier, request, rates)
  if ('message' in result) throw new Error(result.message)
  return result
}
const problemOf = (invoice: CreditedInvoice, earlier: EarlierCredit[], request: CreditRequest) => {
  const result = computeCreditNote(invoice, earlier, request, rates)
  return 'message' in result ? result : null
}

test('a line takes its share of the document discount along', () => {
  const invoice = invoiceOf({
    lines: [
      { quantity: '3', unitPrice: '19.99', taxRateId: 1 },
      { quantity: '2', unitPrice: '7.50', taxRateId: 2 },
    ],
    discountPercent: '10',
  })
  const one = credit(invoice, [], { lines: [{ lineId: 1, quantity: '1' }] })
  expect([one.content.lineItems[0]!.discountAmount, one.totals.netAmount, one.totals.taxAmount, one.totals.total]).toEqual(
    ['2.00', '17.99', '3.42', '21.41'].map(parseAmount),
  )
})

test('the last of several notes takes the cent that rounding left', () => {
  const invoice = invoiceOf({
    lines: ['68.33', '57.50', '85.00', '68.33'].map((unitPrice) => ({ quantity: '1', unitPrice })),
    taxRate: 2000,
  })
  expect(invoice.total).toBe(parseAmount('334.99'))
  const notes: EarlierCredit[] = []
  for (const lineId of [1, 2, 3, 4]) notes.push(toEarlier(credit(invoice, notes, { lines: [{ lineId, quantity: '1' }] })))
  expect(notes.map(({ total }) => total)).toEqual(['82.00', '69.00', '102.00', '81.99'].map(parseAmount))
})

test('all of an invoice is its mirror', () => {
  const invoice = invoiceOf({
    lines: [
      { quantity: '3', unitPrice: '33.33', taxRateId: 3 },
      { quantity: '-1', unitPrice: '5', taxRateId: 3 },
      { quantity: '1', unitPrice: '10', kind: 'charge', taxRateId: 3 },
    ],
    discountAmount: parseAmount('4.00'),
    pricesIncludeTax: true,
  })
  const { content, totals } = credit(invoice, [], {})
  expect([totals.total, content.lineItems.map(({ quantity }) => quantity)]).toEqual([invoice.total, ['3', '-1', '1']])
})

test('an amount is divided over the tax rates, and is the total of its note', () => {
  const invoice = invoiceOf({
    lines: [
      { quantity: '1', unitPrice: '100', taxRateId: 1 },
      { quantity: '1', unitPrice: '100', taxRateId: 2 },
    ],
  })
  const { totals, content } = credit(invoice, [], { amount: parseAmount('22.60') })
  expect([totals.total, content.lineItems.map(({ unitPrice, taxRateId }) => [unitPrice, taxRateId])]).toEqual([
    parseAmount('22.60'),
    [
      ['11.90', 1],
      ['10.70', 2],
    ],
  ])
  expect(totals.taxes.map(({ base, amount }) => [base, amount])).toEqual([
    [parseAmount('10.00'), parseAmount('1.90')],
    [parseAmount('10.00'), parseAmount('0.70')],
  ])
})

test('a typed tax is divided like the net amount, and the last note takes the rest', () => {
  const invoice = invoiceOf({
    lines: ['10', '10', '10'].map((unitPrice) => ({ quantity: '1', unitPrice })),
    taxAmount: parseAmount('1.00'),
  })
  const notes: EarlierCredit[] = []
  for (const lineId of [1, 2, 3]) notes.push(toEarlier(credit(invoice, notes, { lines: [{ lineId, quantity: '1' }] })))
  expect(notes.map(({ taxAmount }) => taxAmount)).toEqual(['0.33', '0.34', '0.33'].map(parseAmount))
  expect(credit(invoice, [], { amount: parseAmount('31') }).totals.taxAmount).toBe(parseAmount('1.00'))
})

test.each<[string, CreditRequest, string, string]>([
  [
    'a line twice',
    { lines: ['1', '1'].map((quantity) => ({ lineId: 1, quantity })) },
    'lines.1.lineId',
    'Line 2: each line can be named once',
  ],
  ['an unknown line', { lines: [{ lineId: 9, quantity: '1' }] }, 'lines.0.lineId', 'Line 1: the invoice has no such line'],
  ['too many', { lines: [{ lineId: 1, quantity: '2.000001' }] }, 'lines.0.quantity', 'Line 1: the quantity must be between 0 and 2'],
  ['the other sign', { lines: [{ lineId: 1, quantity: '-1' }] }, 'lines.0.quantity', 'Line 1: the quantity must be between 0 and 2'],
  ['too much', { amount: parseAmount('20.01') }, 'amount', 'This is more than was invoiced: $20.00 of INV-1 can still be credited.'],
  ['both', { lines: [{ lineId: 1, quantity: '1' }], amount: parseAmount('1') }, 'amount', 'Credit lines or an amount, not both'],
  ['half a cent', { amount: parseAmount('1.005') }, 'amount', 'Amount can have at most 2 decimals'],
  ['no lines', { lines: [] }, 'lines', 'There is nothing to credit'],
])('%s is refused', (_, request, path, message) => {
  expect(problemOf(invoiceOf({ lines: [{ quantity: '2', unitPrice: '10' }] }), [], request)).toEqual({ path, message })
})

test('what was credited as an amount can’t be credited as lines again', () => {
  const invoice = invoiceOf({ lines: [{ quantity: '2', unitPrice: '10' }] })
  const earlier = [toEarlier(credit(invoice, [], { amount: parseAmount('15') }))]
  expect(problemOf(invoice, earlier, { lines: [{ lineId: 1, quantity: '1' }] })).toEqual({
    path: 'lines',
    message: 'This is more than was invoiced: $5.00 of INV-1 can still be credited.',
  })
  // All that is left is an amount then.
  const rest = credit(invoice, earlier, {})
  expect([rest.totals.total, problemOf(invoice, [...earlier, toEarlier(rest)], {})?.message]).toEqual([
    parseAmount('5'),
    'All of this invoice has been credited',
  ])
})

const anyLine = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 20 }).map(String),
    fc.integer({ min: -5, max: -1 }).map(String),
    fc.integer({ min: 1, max: 20_000_000 }).map((n) => String(n / 1_000_000)),
  ),
  unitPrice: fc.integer({ min: 1, max: 500_000 }).map((n) => (n / 100).toFixed(2)),
  discountPercent: fc.option(fc.constantFrom('5', '12.5', '33.3333'), { nil: null }),
  kind: fc.constantFrom('item', 'item', 'item', 'charge'),
})
const anyInvoice = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    currency: fc.constantFrom<Currency>('USD', 'USD', 'JPY', 'KWD'),
    pricesIncludeTax: fc.boolean(),
    discountPercent: fc.option(fc.constantFrom('10', '7.5', '33.3333'), { nil: null }),
    tax: fc.oneof(
      fc.record({ taxRate: fc.constantFrom(0, 825, 1900) }),
      fc.record({ ids: fc.array(fc.constantFrom(1, 2, 3, 4, 5), { minLength: 6, maxLength: 6 }) }),
      fc.record({ typed: fc.integer({ min: 0, max: 20 }) }),
    ),
  })
  .map(({ lines, tax, ...document }) => {
    const isDiscounted = document.discountPercent !== null
    const own = lines.map((line, i) => ({
      ...line,
      kind: line.kind as 'item',
      // A discount needs something to be taken from.
      ...(i === 0 && isDiscounted && { kind: 'item' as const }),
      ...(line.quantity.startsWith('-') && { discountPercent: null }),
      taxRateId: 'ids' in tax ? tax.ids[i]! : null,
    }))
    const plain = { ...document, lines: own, taxRate: 'taxRate' in tax ? tax.taxRate : 0 }
    if (!('typed' in tax)) return invoiceOf(plain)
    const { netAmount } = invoiceOf({ ...plain, pricesIncludeTax: false })
    return invoiceOf({ ...plain, pricesIncludeTax: false, taxAmount: scale(netAmount, tax.typed, 100, document.currency) })
  })

/** Lines with negative quantities make some that no document can have. */
const isRefused = ({ taxRate, taxIsCustom, taxAmount, pricesIncludeTax, discountPercent, lineItems, currency }: CreditedInvoice) =>
  findAmountProblem(
    {
      ...{ taxRate: taxRate ?? 0, ...(taxIsCustom && { taxAmount }), pricesIncludeTax, discountPercent },
      lineItems: lineItems.map((line) => ({ ...line, discountAmount: null })),
    },
    currency,
    rates,
  ) !== null

/** How a note picks from what is left: thousandths of a quantity or of the amount, and whether it is an amount. */
const anyStep = fc.record({ parts: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 }), isAmount: fc.boolean() })

const getMinorUnit = (currency: Currency) => ({ USD: 10, JPY: 1000, KWD: 1 })[currency as 'USD']
const takePart = (left: string, thousandths: number) =>
  thousandths === 1000 ? left : String(Math.floor(Number(left) * thousandths * 1000) / 1_000_000)

test('6,000 invoices that are credited in random parts: never more than was invoiced, and in the end exactly all', {
  timeout: 240_000,
}, () => {
  fc.assert(
    fc.property(anyInvoice, fc.array(anyStep, { maxLength: 5 }), fc.boolean(), (invoice, steps, mayBeAmounts) => {
      const { currency, total, lineItems } = invoice
      if (total <= 0 || isRefused(invoice)) return
      const unit = getMinorUnit(currency)
      const notes: EarlierCredit[] = []
      const all: Credit[] = []
      const issue = (request: CreditRequest) => {
        const made = computeCreditNote(invoice, notes, request, rates)
        // Nothing was picked, or amounts took it before.
        if ('message' in made) return
        const { content, totals, lastCent } = made
        // R7 and R8 hold on each note: its taxes follow from its lines, and the last cent is all that is added.
        const own = computeContentTotals(content, currency, rates)
        expect([totals.taxes, totals.total - own.total]).toEqual([own.taxes, lastCent])
        expect(Math.abs(lastCent)).toBeLessThanOrEqual(unit * 6 * (notes.length + 2))
        notes.push(toEarlier(made))
        all.push(made)
        expect(getCreditableAmount(invoice, notes)).toBeGreaterThanOrEqual(0)
      }
      for (const { parts, isAmount } of steps) {
        const left = getCreditableAmount(invoice, notes)
        const lines = lineItems.flatMap((line, i) => {
          const quantity = takePart(getCreditableQuantity(line, notes), parts[i]!)
          return Number(quantity) !== 0 ? [{ lineId: line.id, quantity }] : []
        })
        if (isAmount && mayBeAmounts) issue({ amount: toAmount(Math.floor((left * parts[0]!) / 1000 / unit) * unit) })
        else issue({ lines })
      }
      issue({})
      expect(getCreditableAmount(invoice, notes)).toBe(0)
      const isByLine = (only: boolean) =>
        all.every(({ content }) => content.lineItems.every(({ creditedLineId }) => (creditedLineId !== null) === only))
      // The notes take back net and tax as they were charged, but for what rounding each note left. An amount after some lines is of all tax rates.
      if (isByLine(true) || isByLine(false))
        for (const part of ['netAmount', 'taxAmount'] as const) {
          const credited = sum(notes.map((note) => note[part]))
          expect(Math.abs(credited - invoice[part])).toBeLessThanOrEqual(unit * 8 * notes.length)
        }
    }),
    { numRuns: 6000 },
  )
})
