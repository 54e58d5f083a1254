import { expect, test } from 'vitest'
import { readLinksAndTags, readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { documentDesigns } from '#shared/pdf-document.ts'
import { accept, ada, app, createReviewFixture, decline, form, make, type SentEstimate, save } from './testing/review-fixture.ts'

createReviewFixture()

const pdfOf = async ({ id }: SentEstimate) => {
  const { status, headers, bytes } = await app.send(ada, 'GET', `/api/estimates/${id}/pdf`)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  return { text: (await readPageTexts(bytes)).join(''), links: (await readLinksAndTags(bytes)).links, headers }
}

test.each(Object.keys(documentDesigns))('in %s it contains parties, dates, lines, totals, notes and terms', async (theme) => {
  await app.sql(
    `insert into business_profiles (user_id, business_name, email, phone, address, city, state, zip_code, country, website, tax_number, pdf_theme)
     values ($1, 'Pine Studio', 'hello@pine.example', '555-1', '14 Quay', 'Portland', 'OR', '97209', 'USA', 'https://pine.example', 'US-77', $2)`,
    [ada.userId, theme],
  )
  const lineItems = [
    { description: 'Design\nin two rounds', quantity: 1, unitPrice: '150.25' },
    { description: 'Travel', quantity: 2.5, unitPrice: '10' },
  ]
  const of = await make({ lineItems, terms: 'This estimate is valid for 30 days from the issue date.' })
  const { text, links, headers } = await pdfOf(of)
  const said = [
    ...['Estimate', of.number, 'Pine Studio', '14 Quay', 'Portland, OR 97209', 'USA', 'hello@pine.example', 'Tax number US-77'],
    ...['Prepared for', 'Kim & Co', 'kim@customer.example', 'Issue date', 'Jan 05, 2026', 'Expiry date', 'Feb 04, 2030'],
    ...['Design', 'in two rounds', 'Travel', '2.5', '$10.00', '$25.00'],
    ...['Subtotal', '$175.25', 'Tax (8.25%)', '$14.46', 'Total', '$189.71', 'View and accept online', 'Thanks'],
    'This estimate is valid for 30 days from the issue date.',
  ]
  expect(said.filter((each) => !text.includes(squash(each)))).toEqual([])
  for (const ofInvoices of ['Invoice', 'Bill to', 'Due date', 'Pay online', 'Balance due', 'DRAFT'])
    expect(text).not.toContain(squash(ofInvoices))
  expect(new Set(links)).toEqual(new Set([`${app.origin}/review-estimate/${of.publicId}`]))
  expect(headers['content-disposition']).toContain(`Estimate-${of.number}.pdf`)
})

test('the stamp shows the status; only an open estimate links to its review page', async () => {
  const looks = async (of: SentEstimate) => {
    const { text, links } = await pdfOf(of)
    return [/DRAFT|ACCEPTED|DECLINED|EXPIRED/.exec(text)?.[0] ?? '', links.length > 0]
  }
  const of = await make({ status: 'draft' })
  expect(await looks(of)).toEqual(['DRAFT', false])
  await save(of, { status: 'sent' })
  expect(await looks(of)).toEqual(['', true])
  await save(of, { expiryDate: '2026-01-06' })
  expect(await looks(of)).toEqual(['EXPIRED', false])
  const [yes, no] = [await make(), await make()]
  await accept(yes)
  await decline(no)
  expect([await looks(yes), await looks(no)]).toEqual([
    ['ACCEPTED', false],
    ['DECLINED', false],
  ])
})

test('a sent estimate shows the customer’s details as they were sent, a draft the current ones', async () => {
  const [out, draft] = [await make(), await make({ status: 'draft' })]
  await app.send(ada, 'PUT', `/api/customers/${form().customerId}`, { name: 'Renamed Ltd' })
  expect((await pdfOf(out)).text).toContain('Kim&Co')
  expect((await pdfOf(draft)).text).toContain('RenamedLtd')
})
