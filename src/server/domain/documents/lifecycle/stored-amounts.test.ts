import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'

// The amounts in documents, document_lines and document_taxes, compared with a calculation that shares no code with the product.

let app: TestApp
let ada: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  customerId = (await createRecords(app, ada).customer()).id
})
afterAll(() => app.close())

/** 1230n hundredths -> '12.30'. */
const toText = (hundredths: bigint) => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
/** Divides a number that is not negative, rounded half up. */
const divide = (n: bigint, by: bigint) => (2n * n + by) / (2n * by)

const hundredths = (min: bigint, max: bigint) => fc.bigInt({ min, max })
const line = fc.record({
  // Small factors have the most products that end in half a cent.
  quantity: fc.oneof(hundredths(100n, 99_999n), hundredths(100n, 300n)),
  unitPrice: fc.oneof(hundredths(0n, 1_000_000n), hundredths(0n, 10n)),
})
const document = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  rate: fc.oneof(hundredths(0n, 10_000n), fc.constantFrom(0n, 825n, 1900n)),
  /** The tax that the user enters instead of the computed one. */
  typedTax: fc.option(fc.oneof(hundredths(0n, 100_000n), fc.constant(0n))),
})
type RandomDocument = typeof document extends fc.Arbitrary<infer T> ? T : never

const toInput = ({ lines, rate, typedTax }: RandomDocument) => ({
  customerId,
  issueDate: '2026-01-31',
  taxRate: toText(rate),
  ...(typedTax === null ? {} : { taxAmount: toText(typedTax) }),
  lineItems: lines.map(({ quantity, unitPrice }) => ({ description: 'Work', quantity: toText(quantity), unitPrice: toText(unitPrice) })),
})

/** The rows that must be stored. Amounts are text, so that their scale is compared as well. */
const computeRows = ({ lines, rate, typedTax }: RandomDocument) => {
  const amounts = lines.map(({ quantity, unitPrice }) => divide(quantity * unitPrice, 100n))
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n)
  const computedTax = divide(subtotal * rate, 10_000n)
  const tax = typedTax ?? computedTax
  const total = toText(subtotal + tax)
  return {
    document: {
      ...{ currency: 'USD', decimals: 2, prices_include_tax: false, exchange_rate: '1' },
      ...{ discount_percent: null, discount_amount: '0.00', charge_amount: '0.00', rounding: '0.00' },
      ...{ subtotal: toText(subtotal), net_amount: toText(subtotal), tax_amount: toText(tax), total, home_total: total },
    },
    lines: lines.map(({ quantity, unitPrice }, i) => {
      const amount = toText(amounts[i]!)
      return {
        ...{ position: i + 1, decimals: 2, kind: 'item', unit_code: 'C62', tax_group: 1 },
        ...{ discount_percent: null, discount_amount: '0.00', document_discount: '0.00' },
        ...{ quantity: Number(quantity) / 100, unit_price: Number(unitPrice) / 100, amount, total: amount, net: amount },
      }
    }),
    taxes:
      rate === 0n && tax === 0n
        ? []
        : [
            {
              ...{ group_no: 1, component_no: 1, decimals: 2, name: null, category: null, is_compound: false },
              ...{ percent: `${toText(rate)}00`, base: toText(subtotal), amount: toText(tax), is_typed: tax !== computedTax },
            },
          ],
  }
}

const readRows = async (id: number) => {
  const [[stored], lines, taxes] = await Promise.all([
    app.sql(
      `select currency, decimals, prices_include_tax, exchange_rate, discount_percent, discount_amount, charge_amount, rounding,
              subtotal, net_amount, tax_amount, total, home_total
       from documents where user_id = $1 and id = $2`,
      [ada.userId, id],
    ),
    app.sql(
      `select position, decimals, kind, unit_code, tax_group, discount_percent, discount_amount, document_discount,
              quantity::float8, unit_price::float8, amount, total, net
       from document_lines where user_id = $1 and document_id = $2 order by position`,
      [ada.userId, id],
    ),
    app.sql(
      `select group_no, component_no, decimals, name, category, is_compound, percent, base, amount, is_typed
       from document_taxes where user_id = $1 and document_id = $2`,
      [ada.userId, id],
    ),
  ])
  return { document: stored, lines, taxes }
}

test('creating, editing and converting random documents stores exactly their amounts', { timeout: 400_000 }, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('invoice', 'estimate'), document, document, async (type, first, second) => {
      // A typed tax outlives an edit that changes neither the lines nor the rate.
      fc.pre(JSON.stringify(toInput({ ...first, typedTax: null })) !== JSON.stringify(toInput({ ...second, typedTax: null })))
      const fields = { [`${type}Number`]: `N-${++count}`, dueDate: '2030-12-31', expiryDate: '2030-12-31' }
      const { [type === 'invoice' ? 'expiryDate' : 'dueDate']: _, ...own } = fields
      const made = await app.call(ada, 'POST', `/api/${type}s`, { ...toInput(first), ...own })
      expect(await readRows(made.id)).toEqual(computeRows(first))
      await app.call(ada, 'PUT', `/api/${type}s/${made.id}`, { ...toInput(second), ...own })
      expect(await readRows(made.id)).toEqual(computeRows(second))
      if (type === 'invoice') return
      const invoice = await app.call(ada, 'POST', `/api/estimates/${made.id}/convert`)
      expect(await readRows(invoice.id)).toEqual(computeRows(second))
      expect(await readRows(made.id)).toEqual(computeRows(second))
    }),
    { numRuns: 48 },
  )
})
