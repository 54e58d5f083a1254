import { expect, test } from 'vitest'
import { readPageSize, readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { getPublicId } from '#server/testing/records.ts'
import { ada, app, create, save, sendInvoice, setUpProfileApp } from './testing/profiles.ts'

// Sent documents keep the profile that they were sent with; drafts follow the current one.

setUpProfileApp()

const before = {
  businessName: 'First Works',
  email: 'first@ada.example',
  city: 'Firsttown',
  taxNumber: 'T-1',
  pdfTheme: 'elegant',
  pdfPrimaryColor: '#111111',
  pdfAccentColor: '#222222',
  pageSize: 'a4',
  documentLanguage: 'de',
}
const after = {
  businessName: 'Second Works',
  email: 'second@ada.example',
  city: 'Secondtown',
  taxNumber: 'T-2',
  pdfTheme: 'minimal',
  pdfPrimaryColor: '#333333',
  pdfAccentColor: '#444444',
  pageSize: 'letter',
  documentLanguage: 'en',
}
const pdf = async (id: number) => {
  const { bytes, headers } = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)
  const [text] = await readPageTexts(bytes)
  return { text: text!, size: await readPageSize(bytes), etag: headers.etag }
}
const keptWith = async (id: number) =>
  (await app.sql<{ business: object | null }>('select business_snapshot as business from documents where id = $1', [id]))[0]!.business

test('a sent invoice keeps name, theme, colors, size and language; a draft follows the profile', async () => {
  await create(before)
  const sent = await sendInvoice()
  const draft = await sendInvoice({ status: 'draft' })
  const asSent = await keptWith(sent.id)
  expect(asSent).toMatchObject({
    name: 'First Works',
    taxNumber: 'T-1',
    theme: 'elegant',
    primaryColor: '#111111',
    accentColor: '#222222',
    size: 'a4',
    language: 'de',
    logoKey: null,
  })
  const documents = [await pdf(sent.id), await pdf(draft.id)]
  for (const document of documents) {
    expect(document.text).toMatch(/FirstWorks.*Rechnung|Rechnung.*FirstWorks/i)
    expect(document.size).toEqual([595, 842])
  }
  await save(after)
  expect(await pdf(sent.id)).toEqual(documents[0])
  expect(await keptWith(sent.id)).toEqual(asSent)
  const follows = await pdf(draft.id)
  expect([follows.text.includes('SecondWorks'), follows.text.includes('FirstWorks'), follows.size]).toEqual([true, false, [612, 792]])
  const shown = (await app.call(null, 'GET', `/api/public/invoice/${sent.publicId}`)).businessProfile
  expect(shown).toMatchObject({ businessName: 'First Works', email: 'first@ada.example', city: 'Firsttown' })
})

test('the contact name shows on invoices and estimates, their public pages and their emails', async () => {
  await create({ businessName: 'First Works', contactName: 'Grace Hopper', email: 'first@ada.example' })
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })
  const days = { issueDate: '2026-01-05', customerId: customer.id, lineItems: [{ description: 'Design', quantity: 1, unitPrice: '9.00' }] }
  const invoice = await app.call(ada, 'POST', '/api/invoices', { ...days, invoiceNumber: 'C-1', dueDate: '2030-02-04' })
  const estimate = await app.call(ada, 'POST', '/api/estimates', { ...days, estimateNumber: 'C-2', expiryDate: '2030-02-04' })
  for (const { kind, id, number } of [
    { kind: 'invoice', id: invoice.id, number: 'C-1' },
    { kind: 'estimate', id: estimate.id, number: 'C-2' },
  ]) {
    const path = `/api/${kind}s/${id}`
    await app.send(ada, 'POST', `${path}/send-email`)
    const [text] = await readPageTexts((await app.send(ada, 'GET', `${path}/pdf`)).bytes)
    expect(text).toContain('GraceHopper')
    expect(await app.call(null, 'GET', `/api/public/${kind}/${await getPublicId(app, id)}`)).toMatchObject({
      businessProfile: { businessName: 'First Works', contactName: 'Grace Hopper' },
    })
    const letter = async () => (await app.mails(0)).find(({ subject }) => subject.includes(number))
    await expect.poll(letter, { timeout: 60_000 }).toBeTruthy()
    expect((await letter())!.text).toContain(
      `Questions about this ${kind}? Reply to this email to reach Grace Hopper.\n\nGrace Hopper\nFirst Works`,
    )
    expect((await letter())!.html).toContain('to reach Grace Hopper.')
  }
  // A business that has the contact's name shows it once.
  await save({ businessName: 'Grace Hopper' })
  const { publicId } = await sendInvoice()
  expect((await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).businessProfile.contactName).toBeNull()
})

test('addresses are in the order of their country: a customer without one is in that of the business', async () => {
  await create({ address: 'Bahnhofstrasse 1', city: 'Zürich', zipCode: '8001', country: 'Schweiz', documentLanguage: 'de' })
  const domestic = { name: 'Hopper', address: 'Spalenberg 2', city: 'Basel', zipCode: '4051' }
  const foreign = { name: 'Lovelace', address: '丸の内1-1', city: '千代田区', state: '東京都', zipCode: '100-0005', country: '日本' }
  const texts = []
  for (const customer of [domestic, foreign]) {
    const { id: customerId } = await app.call(ada, 'POST', '/api/customers', customer)
    const { id, publicId } = await sendInvoice({ customerId })
    texts.push((await pdf(id)).text)
    expect((await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).businessProfile.addressLines).toEqual([
      ...['Bahnhofstrasse 1', '8001 Zürich', 'Schweiz'],
    ])
  }
  expect(texts[0]).toMatch(/Bahnhofstrasse1.*8001Zürich.*Schweiz.*Spalenberg2.*4051Basel/)
  expect(texts[1]).toMatch(/〒100-0005.*東京都千代田区.*丸の内1-1.*日本/)
})

test('the profile that a document stores has no keys and no internal notes', async () => {
  await create({ stripePublishableKey: 'pk_test_1', stripeSecretKey: 'sk_test_of_the_paper', contactName: 'Ada', invoiceNotes: 'N' })
  const { id } = await sendInvoice()
  expect(JSON.stringify(await keptWith(id))).not.toMatch(/pk_test|sk_test|invoiceNotes/)
})

test('invoices from estimates are due after thirty days, or after the profile’s payment term', async () => {
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })
  const convert = async (estimateNumber: string) => {
    const estimate = await app.send(ada, 'POST', '/api/estimates', {
      customerId: customer.id,
      estimateNumber,
      status: 'sent',
      issueDate: '2026-01-05',
      expiryDate: '2030-02-04',
      lineItems: [{ description: 'Design', quantity: 1, unitPrice: 10 }],
    })
    const { issueDate, dueDate } = await app.call(ada, 'POST', `/api/estimates/${estimate.body.id}/convert`)
    return (Date.parse(dueDate) - Date.parse(issueDate)) / 86_400_000
  }
  expect(await convert('E-1')).toBe(30)
  await create({ invoiceDueDays: 7 })
  expect(await convert('E-2')).toBe(7)
  await save({ invoiceDueDays: 0 })
  expect(await convert('E-3')).toBe(0)
})
