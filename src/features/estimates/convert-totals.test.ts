import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { formatHundredths } from '#shared/rates.ts'

let app: TestApp
let ada: Person
let customerId: number
let itemId: number
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active', email = null where id = $1", [ada.userId])
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body.id
  itemId = (await app.send(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: 80 })).body.id
})
afterAll(() => app.close())

const decimal = (max: number) => fc.integer({ min: 0, max }).map(formatHundredths)
const line = fc.record({
  itemId: fc.boolean().map((has) => (has ? itemId : null)),
  description: fc.constantFrom('Work', 'Beratung – «vor Ort»', 'استشارة', '設計'),
  quantity: fc.integer({ min: 1, max: 99_999 }).map(formatHundredths),
  unitPrice: decimal(1_000_000),
})
const document = fc.record({
  taxRate: decimal(10_000),
  customTax: fc.option(decimal(100_000)),
  notes: fc.option(fc.string({ maxLength: 50, unit: 'grapheme' })),
  terms: fc.option(fc.string({ maxLength: 50, unit: 'grapheme' })),
  lineItems: fc.array(line, { minLength: 1, maxLength: 6 }),
})

const sums = ({ subtotal, taxRate, taxAmount, taxIsCustom, total, notes, terms, customerId, lineItems }: Record<string, unknown>) => ({
  ...{ subtotal, taxRate, taxAmount, taxIsCustom, total, notes, terms, customerId },
  lineItems: (lineItems as { id: number }[]).map(({ id: _, ...rest }) => rest),
})

test('a converted invoice has exactly the lines, totals and texts of its estimate', { timeout: 400_000 }, async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(document, fc.boolean(), async ({ customTax, ...said }, byEdit) => {
      const asked = {
        ...said,
        customerId,
        estimateNumber: `C-${++made}`,
        issueDate: '2026-01-31',
        expiryDate: '2030-12-31',
        ...(customTax === null ? {} : { taxAmount: customTax }),
      }
      const { status, body: estimate } = await app.send(ada, 'POST', '/api/estimates', asked)
      expect(status).toBe(201)
      if (byEdit) await app.send(ada, 'PUT', `/api/estimates/${estimate.id}`, { ...asked, status: 'accepted' })
      const { body: invoice } = await app.send(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
      expect(sums(invoice)).toEqual(sums(estimate))
      expect(invoice).toMatchObject({ status: 'draft', estimateId: estimate.id, amountPaid: '0.00', balanceDue: estimate.total })
    }),
    { numRuns: 60 },
  )
})
