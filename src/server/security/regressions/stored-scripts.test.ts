import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import type { Reply } from '#server/testing/app.ts'
import { ada, app, bob, makeInvoice, sendRaw, sent, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about stored scripts that another user's browser ran: stored text stays text wherever it is shown.

setUpRegressionApp()

const evil = `"><img src=x onerror='alert(1)'></title></style><script>PLANTED()</script>`
const markup = /<img src=x|<script>PLANTED|onerror='alert/
let names = 0

/** A customer and an invoice of ada's with hostile text in all fields. */
const hostileDocument = async (contact: object = {}, over: object = {}) => {
  const customer = await app.send(ada, 'POST', '/api/customers', {
    name: `${evil}${++names}`,
    email: `evil${names}@acme.example`,
    ...contact,
  })
  expect(customer.status).toBe(201)
  const lineItems = [{ description: evil, quantity: 1, unitPrice: '10.00' }]
  return {
    ...(await makeInvoice({ customerId: customer.body.id, notes: evil, terms: evil, lineItems, ...over })),
    to: customer.body.email as string,
  }
}
const mailTo = async (to: string) => {
  await expect.poll(async () => (await app.mails(0)).some((mail) => mail.to.address === to), { timeout: 60_000 }).toBe(true)
  return (await app.mails(0)).find((mail) => mail.to.address === to)!
}
/** JSON replies cannot be taken for a page, whatever they contain. */
const isPlainJson = ({ headers, status }: Reply) => {
  expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'application/json; charset=utf-8', 'nosniff'])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
}

test('GHSA-prmc-vrjx-5hxc: a customer’s name with markup is text in the email to the customer', async () => {
  const { to } = await hostileDocument()
  const mail = await mailTo(to)
  expect(mail.html).toContain('&lt;script&gt;PLANTED()&lt;/script&gt;')
  expect(mail.html).not.toMatch(markup)
  // The page that shows emails runs nothing either.
  const list = await sendRaw('/dev/mailbox')
  expect([list.status, list.body]).toEqual([200, expect.not.stringMatching(markup)])
})

test('GHSA-477r-xmgc-vcvj: an email address with markup or a line break is refused, of a customer and of the business', async () => {
  for (const email of [
    `"${evil}"@acme.example`,
    '<script>@acme.example',
    'a@acme.example"><script>',
    'a@acme.example\r\nBcc: x@evil.example',
  ]) {
    const made = await app.send(ada, 'POST', '/api/customers', { name: 'A', email })
    expect([email, made.status]).toEqual([email, 400])
    const profile = (await app.call(ada, 'GET', '/api/business-profile'))!
    expect((await app.send(ada, 'PUT', `/api/business-profile/${profile.id}`, { businessName: 'Ada Works', email })).status).toBe(400)
  }
})

test('GHSA-4wqv-84px-8jc6 (CVE-2026-35510): the owner’s text for an email is text in its preview and in the email', async () => {
  const { id, to } = await hostileDocument()
  await mailTo(to)
  const preview = await app.send(ada, 'GET', `/api/invoices/${id}/email-preview`)
  isPlainJson(preview)
  const reply = await app.send(ada, 'POST', `/api/invoices/${id}/send-email`, { subject: `Own ${evil}`, message: evil })
  expect(reply.status).toBe(200)
  await expect.poll(async () => (await app.mails(0)).filter((mail) => mail.subject.startsWith('Own ')).length, { timeout: 60_000 }).toBe(1)
  const own = (await app.mails(0)).find((mail) => mail.subject.startsWith('Own '))!
  expect(own.html).not.toMatch(markup)
  expect(own.html.match(/<\/title>/g)).toHaveLength(1)
})

test('CVE-2026-5568, CVE-2021-36805, Crater issue 1327, Invoice Ninja issue 11172: notes, terms and lines with a script, stored without validation, stay text in the public reply, in the PDF and at card checkout', async () => {
  const { publicId } = await hostileDocument({ company: evil, address: evil, city: evil })
  const answer = await app.send(null, 'GET', `/api/public/invoice/${publicId}`)
  isPlainJson(answer)
  expect(answer.body.invoice.notes).toBe(evil)
  const document = await app.send(null, 'GET', `/api/public/invoice/${publicId}/pdf`)
  expect(document.bytes.toString('latin1')).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile)\b/)
  expect((await readPageTexts(document.bytes)).join('')).toContain('PLANTED()')
  const checkout = String((await app.send(null, 'GET', `/pay/${publicId}/checkout`)).headers.location)
  expect(await (await fetch(checkout)).text()).not.toMatch(markup)
})

test('Crater issue 446: a customer’s name with markup is text for the admin', async () => {
  const eve = await app.person(`eve${++names}`)
  await app.sql('update users set first_name = $2, last_name = $2, email_verified = true where id = $1', [eve.userId, evil])
  const admin = await app.person('admin')
  const users = await app.send(admin, 'GET', '/api/admin/users?search=PLANTED')
  isPlainJson(users)
  expect(JSON.stringify(users.body)).toContain('PLANTED')
})

test('GHSA-vm87-2qmm-rhg8 (CVE-2026-55104): imported text is validated and shown like typed text', async () => {
  const rows = [{ line: 2, values: { name: `Imported ${evil}`, email: '<script>@x.example' } }]
  expect((await app.send(ada, 'POST', '/api/customers/import', { rows })).status).toBe(400)
  const imported = await app.send(ada, 'POST', '/api/customers/import', {
    rows: [{ line: 2, values: { name: `Imported ${evil}`, email: 'imported@acme.example' } }],
  })
  expect(imported.status).toBe(200)
  const [customer] = await app.call(ada, 'GET', '/api/customers?search=Imported')
  const document = await makeInvoice({ customerId: customer!.id })
  expect((await mailTo('imported@acme.example')).html).not.toMatch(markup)
  isPlainJson(await app.send(null, 'GET', `/api/public/invoice/${document.publicId}`))
  // The payment method is typed text as well, and on the receipt.
  const paid = { amount: '1.00', paymentDate: '2026-01-20', paymentMethod: evil.slice(0, 50), sendReceipt: true }
  const stored = await app.send(ada, 'POST', `/api/invoices/${document.id}/payments`, paid)
  if (stored.status < 300) {
    await expect
      .poll(async () => (await app.mails(0)).filter((mail) => mail.to.address === 'imported@acme.example').length, { timeout: 60_000 })
      .toBe(2)
    for (const mail of await app.mails(0)) expect(mail.html).not.toMatch(markup)
  }
})

test('GHSA-xvrc-hv8j-8v8w (CVE-2026-41209): payment settings with markup are refused or text, and never part of a page', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  for (const field of ['stripePublishableKey', 'paypalClientId', 'website']) {
    const reply = await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', [field]: evil })
    expect([field, reply.status]).toEqual([field, 400])
  }
  expect((await sendRaw(`/pay-invoice/${sent.publicId}`)).body).not.toMatch(/PLANTED/)
})

test('GHSA-pf36-9ww2-g2gr, GHSA-59hc-4457-ww33: document numbers and tax numbers with markup stay text in emails and PDFs', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: evil, taxNumber: '<script>VAT</script>' })
  const { to, id: invoiceId } = await hostileDocument({}, { invoiceNumber: '<script>N-1</script>' })
  const mail = await mailTo(to)
  expect(`${mail.html}`).not.toMatch(/<script>/)
  expect(mail.attachments[0]!.fileName).not.toMatch(/[<>/\\"]/)
  const document = await app.send(ada, 'GET', `/api/invoices/${invoiceId}/pdf`)
  expect(String(document.headers['content-disposition'])).not.toMatch(/[<>\r\n]/)
  await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works' })
})

test('ASVS V1.2.1: text in the URLs of sign-in pages is text', async () => {
  for (const query of [
    `email=${encodeURIComponent(evil)}`,
    `error=${encodeURIComponent(evil)}`,
    `returnTo=${encodeURIComponent(`/${evil}`)}`,
  ])
    for (const path of ['/sign-in/forgot-password', '/api/login', '/sign-in/reset-password', '/api/login/callback']) {
      const { body } = await sendRaw(`${path}?${query}`)
      expect([path, query, body]).toEqual([path, query, expect.not.stringMatching(/<script>PLANTED|<img src=x/)])
    }
  expect((await app.send(bob, 'PUT', '/api/account/name', { firstName: evil, lastName: evil })).status).toBeLessThan(500)
})

test('ASVS V3.2.2: no part of the web app inserts text as markup', () => {
  const files = globSync('src/web/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(100)
  const dangerous = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc/i
  expect(files.filter((file) => dangerous.test(readFileSync(file, 'utf8')))).toEqual([])
})
