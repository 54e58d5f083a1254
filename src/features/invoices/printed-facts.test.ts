import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

// What tax offices ask a document to say, on the PDF and on the customer's page.

let app: TestApp
let ada: Person
let customerId: number
const rates: Record<string, number> = {}

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  const profile = { businessName: 'Ada Works', countryCode: 'DE', vatId: 'DE136695976', documentLanguage: 'de', currency: 'EUR' }
  await app.call(ada, 'POST', '/api/business-profile', profile)
  const addRate = async (name: string, percent: string, more: object = {}) => {
    const rate = await app.call(ada, 'POST', '/api/tax-rates', { name, components: [{ name: 'USt.', percent }], ...more })
    rates[name] = rate.id
  }
  await addRate('standard', '19', { category: 'S' })
  await addRate('reduced', '7', { category: 'S' })
  await addRate('export', '0', { category: 'G', exemptionReason: 'Export' })
  await addRate('reverse charge', '0', { category: 'AE', exemptionReason: 'Reverse charge' })
  await addRate('outside', '0', { category: 'O', exemptionReason: 'Nicht steuerbar' })
  const customer = { name: 'Acme', countryCode: 'AT', vatId: 'ATU13585627', registrationId: 'FN 12345a' }
  customerId = (await createRecords(app, ada).customer(customer)).id
})
afterAll(() => app.close())

let count = 0
const line = (description: string, rate?: string) => ({
  ...{ description, quantity: '1', unitPrice: '100.00' },
  ...(rate && { taxRateId: rates[rate] }),
})
/** Sends the invoice. @returns the text of its PDF without spaces, and what its page gets */
const send = async (fields: object) => {
  const { id } = await createRecords(app, ada).invoice({ customerId, invoiceNumber: `F-${++count}`, status: 'sent', ...fields })
  const { bytes } = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)
  return {
    pdf: (await readPageTexts(bytes)).join(''),
    page: await app.call(null, 'GET', `/api/public/invoice/${await getPublicId(app, id)}`),
  }
}
const taxesOf = ({ lineItems }: { lineItems: { tax: string | null }[] }) => lineItems.map(({ tax }) => tax)

test('each line says its rate where a document has several, and a line without one is marked', async () => {
  const { pdf, page } = await send({ lineItems: [line('Stuhl', 'standard'), line('Buch', 'reduced'), line('Porto')] })
  expect(taxesOf(page)).toEqual(['19%', '7%', '–'])
  expect(pdf).toMatch(/PreisMwSt\.Betrag.*Stuhl1100,00€19%100,00€.*Buch1100,00€7%100,00€.*Porto1100,00€–100,00€/i)
})

test('two rates of 0% are told apart by their reason, in lines and in totals', async () => {
  const { pdf, page } = await send({
    lineItems: [line('A', 'export'), line('B', 'reverse charge'), line('C', 'standard')],
  })
  expect(taxesOf(page)).toEqual(['0% (Export)', '0% (Reverse charge)', '19%'])
  expect(pdf).toMatch(/USt\.\(0,0%\)auf100,00€Export/)
  expect(pdf).toMatch(/USt\.\(0,0%\)auf100,00€Reversecharge/)
})

test('lines that are taxed alike have no mark, and a document without tax has no tax row', async () => {
  const alike = await send({ lineItems: [line('Stuhl', 'standard'), line('Tisch', 'standard')] })
  expect(taxesOf(alike.page)).toEqual([null, null])
  expect(alike.pdf).toContain('USt.(19,0%)38,00€')
  expect(alike.pdf).not.toMatch(/MwSt\./)
  const untaxed = await send({ lineItems: [line('Stuhl')], taxRate: 0 })
  expect(untaxed.pdf).toContain('100,00€')
  expect(untaxed.pdf).not.toMatch(/MwSt\.|USt\.\(|0,0%/)
})

test('what is not subject to VAT has a reason and no rate', async () => {
  const setVatId = async (vatId: string) => {
    const { id, version } = (await app.call(ada, 'GET', '/api/business-profile'))!
    await app.call(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', vatId, version })
  }
  await setVatId('')
  const { id } = await createRecords(app, ada).customer({ name: 'Grace' })
  const { pdf } = await send({ customerId: id, lineItems: [line('Beratung', 'outside')] })
  expect(pdf).toMatch(/USt\.Nichtsteuerbar0,00€/)
  expect(pdf).not.toContain('0,0%')
  await setVatId('DE136695976')
})

test('the delivery date and the customer’s ids are printed', async () => {
  const { pdf, page } = await send({ lineItems: [line('Stuhl', 'standard')], deliveryDate: '2026-01-03' })
  expect(pdf).toMatch(/Leistungsdatum3\.Januar2026/i)
  expect(page.invoice.deliveryDate).toBe('2026-01-03')
  expect(pdf).toMatch(/USt-IdNr\.ATU13585627.*RegisternummerFN12345a/)
})

test('a service over days has its period printed instead, which has a first day and does not end before it', async () => {
  const lineItems = [line('Wartung', 'standard')]
  const { pdf, page } = await send({ lineItems, deliveryDate: '2026-01-03', deliveryUntil: '2026-02-02' })
  expect(pdf).toMatch(/Leistungszeitraum3\.Januar2026–2\.Februar2026/)
  expect(pdf).not.toMatch(/Leistungsdatum/i)
  expect(page.invoice.deliveryUntil).toBe('2026-02-02')
  const draft = { customerId, lineItems, invoiceNumber: 'P-1', issueDate: '2026-02-01', dueDate: '2026-03-01' }
  const refused = async (method: 'POST' | 'PUT', url: string, fields: object) =>
    readRefusal(await app.send(ada, method, url, { ...draft, ...fields })).issues[0]?.path
  const drafts = '/api/invoices'
  expect(await refused('POST', drafts, { deliveryUntil: '2026-02-02' })).toBe('deliveryDate')
  expect(await refused('POST', drafts, { deliveryDate: '2026-02-02', deliveryUntil: '2026-02-01' })).toBe('deliveryUntil')
  const made = await createRecords(app, ada).invoice({ ...draft, deliveryDate: '2026-02-01', deliveryUntil: '2026-02-01' })
  // A later first day alone is compared with the stored last one.
  expect(await refused('PUT', `${drafts}/${made.id}`, { version: made.version, deliveryDate: '2026-02-02' })).toBe('deliveryUntil')
})

test('tax in another currency is said in the home currency as well, at the rate of the document', async () => {
  const foreign = { currency: 'GBP', exchangeRate: '1.1748', lineItems: [{ ...line('Stuhl', 'standard'), unitPrice: '948.53' }] }
  const { pdf } = await send(foreign)
  // 180.22 at 1.1748 is 211.722456.
  expect(pdf).toMatch(/USt\.\(19,0%\)180,22£.*MwSt\.\(1GBP=1,1748EUR\)211,72€/)
  const untaxed = await send({ ...foreign, lineItems: [line('Buch', 'export')] })
  expect(untaxed.pdf).not.toContain('1GBP=')
  const atHome = await send({ lineItems: [line('Stuhl', 'standard')] })
  expect(atHome.pdf).not.toContain('1EUR=')
})

test.each([
  ['IN', 'en', 'INR', '₹63,78,037.03', '2Nov2026'],
  ['GB', 'en', 'GBP', '£6,378,037.03', '2Nov2026'],
  ['CH', 'de', 'CHF', "CHF6'378'037.03", '2.November2026'],
  ['US', 'en', 'USD', '$6,378,037.03', 'Nov02,2026'],
])('a business in %s writes figures and dates in %s as its country does', async (country, documentLanguage, currency, amount, day) => {
  const owner = await app.person(`owner-${country}`)
  // The country of the address counts, also where another one is that of taxes.
  const profile = { businessName: 'Works', country, countryCode: 'FR', documentLanguage, currency }
  await app.call(owner, 'POST', '/api/business-profile', profile)
  const records = createRecords(app, owner)
  const { id: customerId } = await records.customer({ name: 'Acme', email: `${country.toLowerCase()}@acme.example` })
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '6378037.03' }]
  const sent = { customerId, invoiceNumber: 'F-1', status: 'sent' as const, issueDate: '2026-11-02', dueDate: '2030-11-02', lineItems }
  const { id } = await records.invoice(sent)
  const { bytes } = await app.send(owner, 'GET', `/api/invoices/${id}/pdf`)
  const pdf = (await readPageTexts(bytes)).join('')
  expect([pdf.includes(amount), pdf.includes(day)]).toEqual([true, true])
  const { businessProfile } = await app.call(null, 'GET', `/api/public/invoice/${await getPublicId(app, id)}`)
  expect(businessProfile).toMatchObject({ language: documentLanguage, locale: country === 'US' ? 'en' : `${documentLanguage}-${country}` })
  await app.call(owner, 'POST', `/api/invoices/${id}/send-email`)
  const mail = await vi.waitFor(
    async () => (await app.mails(1)).find(({ to }) => to.address === `${country.toLowerCase()}@acme.example`)!.text,
  )
  expect(mail.replaceAll(/\s/g, '')).toContain(amount)
})
