import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let count = 0
const password = 'correct horse battery'
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`, { password })
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works', currency: 'EUR', email: 'ada@works.example' })
})

const path = '/api/business-profile/bank-accounts'
const german = { holder: 'Ada Lovelace', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeffxxx', bankName: 'Commerzbank' }
const american = { holder: 'Ada Lovelace', routingNumber: '011000015', accountNumber: '123 456', currency: 'USD' }
const save = (accounts: object[], more: object = { password }, who = ada) => app.send(who, 'PUT', path, { accounts, ...more })
const stored = {
  ...{ holder: 'Ada Lovelace', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bankName: 'Commerzbank' },
  ...{ routingNumber: null, accountNumber: null, currency: null },
}
const issuesOf = (reply: { status: number; body: { issues?: { path: string; message: string }[] } }) => [
  reply.status,
  ...(reply.body.issues ?? []).map((issue) => [issue.path, issue.message]),
]
const sendInvoice = async (currency: 'EUR' | 'USD' = 'EUR', number = 'INV-2026-0004') => {
  const { id: customerId } = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })
  const { id } = await app.call(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: number, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', currency },
    ...(currency === 'USD' && { exchangeRate: '0.9' }),
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: '1166.20' }],
  })
  return id
}
const readTransfer = async (id: number) => (await app.send(null, 'GET', `/api/public/invoice/${await getPublicId(app, id)}`)).body.transfer

test('a change takes the password, is emailed to the owner, and stands in the history and the security activity', async () => {
  expect(issuesOf(await save([german], {}))).toEqual([400, ['password', 'Password is required']])
  expect((await save([german], { password: 'wrong one' })).status).toBe(400)
  expect(await app.call(ada, 'GET', path)).toEqual({ accounts: [] })
  expect((await save([german])).body).toEqual({ accounts: [stored] })
  // The same again changes nothing, so it is not told.
  expect((await save([german])).status).toBe(200)
  const mails = (await app.mails(1)).filter(({ to }) => to.address === ada.email)
  const [mail] = mails
  expect(mails.map(({ subject }) => subject)).toEqual(['Your bank accounts at Billfold were changed'])
  expect(mail!.text).not.toContain('DE89')
  const [event] = await app.call(ada, 'GET', '/api/business-profile/history')
  expect(event!.changes).toEqual([{ field: 'Bank accounts', before: null, after: 'DE89 3704 0044 0532 0130 00, Ada Lovelace' }])
  const events = await app.call(ada, 'GET', '/api/account/security-events')
  expect(events.filter(({ kind }) => kind === 'bank_accounts_changed')).toHaveLength(1)
})

test('an invoice names the account of its currency, keeps it when the account changes, and none once it is paid', async () => {
  await save([german, american])
  const [euros, dollars] = [await sendInvoice(), await sendInvoice('USD', 'US 12')]
  await save([{ ...german, iban: 'NL91 ABNA 0417 1643 00', bic: '' }])
  expect(await readTransfer(euros)).toMatchObject({
    title: 'Pay by transfer',
    rows: [
      { label: 'Account holder', value: 'Ada Lovelace' },
      { label: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
      { label: 'BIC', value: 'COBADEFFXXX' },
      { label: 'Bank', value: 'Commerzbank' },
      { label: 'Reference', value: 'RF32 INV2 0260 004' },
    ],
    qr: expect.stringMatching(/^<svg /),
  })
  expect(await readTransfer(dollars)).toMatchObject({
    rows: [
      { label: 'Account holder', value: 'Ada Lovelace' },
      { label: 'Routing number', value: '011000015' },
      { label: 'Account number', value: '123456' },
      { label: 'Reference', value: 'US 12' },
    ],
    qr: null,
  })
  await app.send(ada, 'POST', `/api/invoices/${euros}/payments`, { amount: '1166.20', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
  expect(await readTransfer(euros)).toBeNull()
})

test('the PDF says the same in each design, also in a language that is read from the right', async () => {
  await save([german])
  for (const pdfTheme of ['classic', 'modern', 'elegant', 'minimal', 'creative'] as const) {
    const profile = await app.call(ada, 'GET', '/api/business-profile')
    const documentLanguage = pdfTheme === 'creative' ? 'ar' : 'de'
    await app.send(ada, 'PUT', `/api/business-profile/${profile!.id}`, { businessName: 'Ada Works', pdfTheme, documentLanguage })
    const id = await sendInvoice('EUR', `R-${pdfTheme}`)
    const { bytes } = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)
    const text = (await readPageTexts(bytes)).join(' ')
    for (const said of ['DE89370400440532013000', 'COBADEFFXXX', 'AdaLovelace', 'Commerzbank'])
      expect([pdfTheme, text]).toEqual([pdfTheme, expect.stringContaining(said)])
  }
})

const seldwyla = { address: 'Musterstrasse 123', city: 'Seldwyla', zipCode: '8000', country: 'Schweiz' }
const swiss = { holder: 'Max Muster & Söhne', iban: 'CH58 0079 1123 0008 8901 2' }
const changeProfile = async (changes: object) => {
  const profile = await app.call(ada, 'GET', '/api/business-profile')
  await app.send(ada, 'PUT', `/api/business-profile/${profile!.id}`, { businessName: 'Ada Works', ...changes })
}
const readPdf = async (id: number) => (await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)).bytes)).join(' ')

test.each([
  ['de', 'Zahlteil', 'Empfangsschein', 'Zahlbar durch (Name/Adresse)'],
  ['fr', 'Section paiement', 'Récépissé', 'Payable par (nom/adresse)'],
  ['it', 'Sezione pagamento', 'Ricevuta', 'Pagabile da (nome/indirizzo)'],
  ['en', 'Payment part', 'Receipt', 'Payable by (name/address)'],
  ['nl', 'Payment part', 'Receipt', 'Payable by (name/address)'],
])('an invoice in %s to a Swiss account has the Swiss bill, in words of its language', async (documentLanguage, ...words) => {
  await changeProfile({ documentLanguage, ...seldwyla })
  await save([swiss])
  const id = await sendInvoice()
  const text = await readPdf(id)
  for (const said of [...words, 'EUR', '1 166.20', 'RF32 INV2 0260 004', 'Musterstrasse 123'])
    expect(text).toContain(said.replaceAll(' ', ''))
  // The payment page has the code of the bill, which has a cross.
  expect((await readTransfer(id)).qr).toMatch(/^<svg .*<rect /)
  expect(Object.keys(await readTransfer(id)).sort()).toEqual(['qr', 'rows', 'scan', 'title'])
  await app.send(ada, 'POST', `/api/invoices/${id}/payments`, { amount: '1166.20', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
  expect(await readPdf(id)).not.toContain(words[0]!.replaceAll(' ', ''))
})

test('without the address that a Swiss bill needs, the code is the one for transfers in euros', async () => {
  await changeProfile({ ...seldwyla, zipCode: '' })
  await save([swiss])
  const id = await sendInvoice()
  expect(await readPdf(id)).not.toContain('Paymentpart')
  expect((await readTransfer(id)).qr).toMatch(/^<svg (?!.*<rect )/)
})

test('a QR-IBAN takes a QR reference, on the page too', async () => {
  await changeProfile(seldwyla)
  await save([{ ...swiss, iban: 'CH44 3199 9123 0008 8901 2' }])
  const { rows } = await readTransfer(await sendInvoice())
  expect(rows.at(-1)).toEqual({ label: 'Reference', value: '00 00000 00000 18233 12026 00042' })
})

test.each([
  [{ iban: 'DE89 3704 0044 0532 0130 01' }, 'iban', /^The check digits 89 of this IBAN don’t fit the rest: compare each group, DE89 3704/],
  [{ iban: '', bic: '' }, 'iban', /^Enter an IBAN, or an account number$/],
  [{ accountNumber: '12' }, 'accountNumber', /leave the other one empty$/],
  [{ bic: 'COBA' }, 'bic', /^BIC must have 8 or 11 characters/],
  [{ holder: ' ' }, 'holder', /^Account holder is required$/],
  [{ holder: 'x'.repeat(71) }, 'holder', /at most 70 characters$/],
])('%j is refused at %s', async (change, at, message) => {
  const [status, issue] = issuesOf(await save([{ ...german, ...change }]))
  expect([status, issue]).toEqual([400, [`accounts.0.${at}`, expect.stringMatching(message)]])
})

test('at most three, each for currencies of its own; a wrong routing number is refused', async () => {
  expect(issuesOf(await save([german, german]))).toEqual([
    400,
    ['accounts.1.currency', 'Another account is for all other currencies already'],
  ])
  expect(issuesOf(await save([1, 2, 3, 4].map(() => german)))[1]).toEqual(['accounts', 'At most 3 bank accounts'])
  const routingNumber = '011000051'
  expect(issuesOf(await save([{ ...american, routingNumber }]))[1]).toEqual([
    ...['accounts.0.routingNumber', 'Routing number must have nine digits that fit together: check each'],
  ])
})
