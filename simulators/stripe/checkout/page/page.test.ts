import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CheckedStripe,
  sessionParams,
  startCheckedStripe,
  submitCard,
  validCard,
} from '#simulators/stripe/testing/checked-simulator.ts'
import { validateCard } from './card-form.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe({ unchecked: true })
})
afterAll(() => harness.close())

const open = async (more: object = {}) => harness.client('a').checkout.sessions.create({ ...sessionParams(harness.url), ...more })
const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replaceAll('&#39;', "'")
const statusOf = async (id: string) => (await harness.client('a').checkout.sessions.retrieve(id)).payment_status

test('the page shows the business, the line, the amount and the buyer, and is marked as a sandbox', async () => {
  const session = await open({ branding_settings: { display_name: 'Bright Harbor' } })
  const page = await textOf(fetch(session.url ?? ''))
  for (const text of ['Bright Harbor', 'Invoice INV-0042', '$123.45', 'buyer@example.com', 'no real money moves', '4242 4242 4242 4242'])
    expect(page).toContain(text)
  for (const label of ['Card number', 'Expiry (MM / YY)', 'CVC', 'Name on card'])
    expect(page).toMatch(new RegExp(`<label[^>]*>${label.replace(/[()]/g, '\\$&')}</label>`))
  expect(page).toContain(`href="${harness.url}/pay-invoice/abc"`)
})

test("foreign texts are escaped, and the policy allows only the page's own style sheet", async () => {
  const product_data = { name: '<script>alert(1)</script>' }
  const session = await open({ line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data } }] })
  const answer = await submitCard(session.url, { ...validCard, name: '"><img src=x onerror=alert(1)>', cvc: 'x' })
  const page = await answer.text()
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;script&gt;')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each<[string, Record<string, string>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['no origin at all', { origin: '' }],
])('a post from %s pays nothing', async (_name, headers) => {
  const session = await open()
  expect((await submitCard(session.url, validCard, headers)).status).toBe(403)
  expect(await statusOf(session.id)).toBe('unpaid')
})

test('errors are shown at their fields, and the input is preserved except the security code', async () => {
  const session = await open({ customer_email: undefined })
  const typed = { email: 'nobody', number: '4242 4242 4242 4243', expiry: '13 / 41', cvc: '98765', name: 'Ada' }
  const page = await textOf(submitCard(session.url, typed))
  for (const [id, message] of Object.entries({
    email: 'This email address is not complete',
    number: 'This card number is not valid',
    expiry: 'This is not a month and year',
    cvc: 'three or four digits',
  })) {
    expect(page).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true" aria-describedby="${id}-error"`))
    expect(page.slice(page.indexOf(`id="${id}-error"`))).toContain(message)
  }
  for (const value of ['nobody', '4242 4242 4242 4243', '13 / 41', 'Ada']) expect(page).toContain(`value="${value}"`)
  expect(page).not.toContain('98765')
  expect((await harness.client('a').checkout.sessions.retrieve(session.id)).payment_intent).toBeNull()
  expect((await submitCard(session.url, { ...validCard, email: 'ada@example.com' })).status).toBe(303)
  expect((await harness.client('a').checkout.sessions.retrieve(session.id)).customer_details?.email).toBe('ada@example.com')
})

test('the buyer cannot change the email address that the business has set', async () => {
  const session = await open()
  await submitCard(session.url, { ...validCard, email: 'other@example.com' })
  expect((await harness.client('a').checkout.sessions.retrieve(session.id)).customer_details?.email).toBe('buyer@example.com')
})

test('an unknown checkout and a form that is too large show an error page', async () => {
  expect((await fetch(`${harness.url}/sandbox/stripe/checkout/cs_test_nothing`)).status).toBe(404)
  expect((await fetch(`${harness.url}/sandbox/stripe/checkout/__proto__`)).status).toBe(404)
  const session = await open()
  expect((await submitCard(session.url, { ...validCard, name: 'x'.repeat(20_000) })).status).toBe(413)
})

test.each([
  ['04 / 41', 4, 2041],
  ['4/41', 4, 2041],
  ['0441', 4, 2041],
  ['12/2030', 12, 2030],
  ['11/26', 11, 2026],
])('the expiry %s is accepted', (expiry, month, year) => {
  const read = validateCard({ ...validCard, email: 'a@example.com', expiry }, new Date('2026-11-30T12:00:00Z'))
  expect(read).toMatchObject({ ok: true, card: { expMonth: month, expYear: year } })
})

test.each(['10/26', '00/41', '13/41', '4', 'April', '04/99', '04/2200'])('the expiry %s is refused', (expiry) => {
  const read = validateCard({ ...validCard, email: 'a@example.com', expiry }, new Date('2026-11-30T12:00:00Z'))
  expect(read).toMatchObject({ ok: false, errors: { expiry: expect.any(String) } })
})
