import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OutboundConnections, recordOutboundConnections } from '#server/testing/outbound-connections.ts'
import { attachReceipt, uploadLogo } from '#server/testing/upload.ts'
import { ada, app, makeInvoice, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about servers that fetched URLs from input. A canary server counts connections, also of child processes, and the connections of this
// process are recorded: there are none.

setUpRegressionApp()

let port: number
let watch: OutboundConnections
beforeAll(async () => {
  watch = await recordOutboundConnections()
  port = Number(new URL(watch.canary).port)
})
afterAll(() => watch.close())

/** The ways by which a server has been made to fetch. */
const payloads = (): string[] => {
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '2130706433', '127.1', '0.0.0.0', 'evil@127.0.0.1', '[::ffff:127.0.0.1]']
  const here = hosts.map((host) => `http://${host}:${port}/hit`)
  const elsewhere = [
    ...['http://169.254.169.254/latest/meta-data/', 'http://metadata.google.internal/', 'https://canary.example.invalid/x'],
    ...[
      'file:///etc/passwd',
      'file://localhost/etc/passwd',
      'ftp://canary.example.invalid/x',
      'gopher://127.0.0.1:25/_HELO',
      'dict://127.0.0.1:11211/stat',
    ],
    ...['ldap://canary.example.invalid/x', 'jar:http://canary.example.invalid!/x', 'php://filter/resource=/etc/passwd', 'data:text/html,x'],
    ...[`//127.0.0.1:${port}/hit`, `\\\\127.0.0.1@${port}\\hit`, 'netdoc:///etc/passwd'],
  ]
  const wraps = [
    (url: string) => url,
    (url: string) => `'"><img src="${url}">`,
    (url: string) => `'"><meta http-equiv="refresh" content="0;url=${url}">`,
    (url: string) => `<link rel=stylesheet href="${url}"><style>@import url(${url});</style>`,
    (url: string) => `![x](${url}) <iframe src="${url}"></iframe> <svg><image href="${url}"/></svg>`,
    (url: string) => `#image("${url}") #read("${url}") #include "${url}" <!ENTITY x SYSTEM "${url}">`,
  ]
  return [...here, ...elsewhere].flatMap((url) => wraps.map((wrap) => wrap(url)))
}
const quiet = () => expect([watch.visits, watch.strayed()]).toEqual([[], []])

/** Renders and sends everything that is made from a profile, a customer and an invoice with such texts. */
const drawAll = async (texts: string[], profileOver: object = {}) => {
  const all = texts.join('\n')
  const { id: profile } = (await app.call(ada, 'GET', '/api/business-profile'))!
  const short = (i: number) => texts[i % texts.length]!.slice(0, 190)
  const business = {
    businessName: short(0),
    address: short(1),
    city: short(2).slice(0, 90),
    taxNumber: short(3).slice(0, 40),
    invoiceNotes: all.slice(0, 9000),
    ...profileOver,
  }
  expect((await app.send(ada, 'PUT', `/api/business-profile/${profile}`, business)).status).toBe(200)
  const preview = {
    businessName: short(0),
    pdfTheme: 'classic',
    pdfPrimaryColor: '#111111',
    pdfAccentColor: '#222222',
    pageSize: 'a4',
    documentLanguage: 'en',
  }
  expect((await app.send(ada, 'POST', '/api/business-profile/preview', preview)).status).toBe(200)
  const to = `canary${Math.random()}@acme.example`
  const customer = await app.call(ada, 'POST', '/api/customers', { name: short(4), company: short(5), address: short(6), email: to })
  const document = await makeInvoice({
    customerId: customer.id,
    notes: all.slice(0, 9000),
    terms: all.slice(-9000),
    lineItems: [{ description: all.slice(0, 900), quantity: 1, unitPrice: 1 }],
  })
  for (const path of [
    `/api/invoices/${document.id}/pdf`,
    `/api/public/invoice/${document.publicId}/pdf`,
    `/api/public/invoice/${document.publicId}`,
  ])
    expect([path, (await app.send(ada, 'GET', path)).status]).toEqual([path, 200])
  const statement = `type=statement&customerId=${customer.id}&from=2026-01-01&to=2026-12-31&format=pdf`
  expect((await app.send(ada, 'GET', `/api/reports/export?${statement}`)).status).toBeLessThan(500)
  await expect.poll(async () => (await app.mails(0)).some((mail) => mail.to.address === to), { timeout: 60_000 }).toBe(true)
  const { html } = (await app.mails(0)).find((mail) => mail.to.address === to)!
  // Nor does the mail program of the recipient: emails have no remote images or styles.
  expect(html).not.toMatch(/<(img|link|iframe|meta http-equiv="?refresh|object|embed|video|audio)\b/i)
}

test('GHSA-vgq9-469p-q7j3 (CVE-2026-34201), GHSA-j89p-m59x-86r9 (CVE-2026-65977), Invoice Ninja issue 10681, CVE-2026-26801: a hundred texts with URLs and file names cause no request when documents, previews, reports and emails are made from them', async () => {
  const all = payloads()
  expect(all.length).toBeGreaterThan(100)
  // As many at a time as the fields accept.
  for (let from = 0; from < all.length; from += 48) await drawAll(all.slice(from, from + 48))
  quiet()
})

test('Midday PR 817, TaxHacker issue 186: a logo is an uploaded picture of the owner, and never a URL, however similar to ours', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  const { host } = new URL(app.origin)
  for (const logoUrl of [
    `http://127.0.0.1:${port}/logo.png`,
    `http://127.0.0.1:${port}/?${host}`,
    `http://${host}@127.0.0.1:${port}/objects/logos/x`,
    `http://${host}.canary.example.invalid/logo.png`,
    `${app.origin}/objects/logos/${'0'.repeat(32)}`,
    'file:///etc/passwd',
    '/etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
  ]) {
    const saved = await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', logoUrl })
    const taken = await app.send(ada, 'PUT', '/api/business-profiles/logo', { logoURL: logoUrl })
    expect([logoUrl, saved.status, [400, 404].includes(taken.status)]).toEqual([logoUrl, 400, true])
  }
  quiet()
})

test('ASVS V1.3.6: a receipt’s URL, a website and a picture that refers to others are stored or refused, and never fetched', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  for (const url of [`http://127.0.0.1:${port}/hit`, `http://localhost:${port}/hit`, 'http://169.254.169.254/latest/meta-data/']) {
    const expense = { description: 'x', amount: 1, category: 'Travel', expenseDate: '2026-01-02', receiptUrl: url }
    expect((await app.send(ada, 'POST', '/api/expenses', expense)).status).toBe(201)
    expect((await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', website: url })).status).toBe(200)
  }
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'gopher://x/', 'http://a@b/', `//127.0.0.1:${port}`]) {
    const expense = { description: 'x', amount: 1, category: 'Travel', expenseDate: '2026-01-02', receiptUrl: url }
    expect([url, (await app.send(ada, 'POST', '/api/expenses', expense)).status]).toEqual([url, 400])
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="http://127.0.0.1:${port}/svg"/></svg>`
  expect((await uploadLogo(app, ada, drawing)).status).toBe(400)
  const withActions = `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(http://127.0.0.1:${port}/pdf)>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  expect((await attachReceipt(app, ada, withActions, 'bill.pdf')).status).toBe(201)
  expect((await app.send(ada, 'GET', '/api/expenses')).status).toBe(200)
  expect((await app.send(ada, 'GET', '/api/reports/export?type=expenses&from=2026-01-01&to=2026-12-31&format=pdf')).status).toBe(200)
  quiet()
})
