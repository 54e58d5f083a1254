import { afterEach, expect, test } from 'vitest'
import { getPublicId } from '#server/testing/records.ts'
import {
  accept,
  ada,
  app,
  createReviewFixture,
  decline,
  events,
  form,
  make,
  readPublic,
  type SentEstimate,
  save,
  saved,
} from './testing/review-fixture.ts'

createReviewFixture()

afterEach(() => app.setNow(new Date()))

test('the link shows the whole estimate and none of the owner’s private data', async () => {
  const of = await make()
  const { status, body, headers } = await readPublic(of.publicId)
  const { version, ...shown } = body.estimate
  expect([status, version, { ...body, estimate: shown }]).toEqual([
    200,
    of.version,
    {
      id: of.publicId,
      estimateNumber: of.number,
      state: 'open',
      estimate: {
        issueDate: '2026-01-05',
        expiryDate: '2030-02-04',
        subtotal: '150.25',
        taxRate: '8.25',
        taxAmount: '12.40',
        taxIsCustom: false,
        total: '162.65',
        ...{
          currency: 'USD',
          pricesIncludeTax: false,
          discountPercent: null,
          discountAmount: '0.00',
          chargeAmount: '0.00',
          netAmount: '150.25',
          rounding: '0.00',
        },
        taxes: [{ name: null, category: null, exemption: null, percent: '8.25', isCompound: false, base: '150.25', amount: '12.40' }],
        ...{ deliveryDate: null, deliveryUntil: null, orderNumber: null, buyerReference: null, project: null, deposit: null },
        notes: 'Thanks',
        terms: null,
        customerName: 'Kim & Co',
        lineItems: [
          {
            ...{ kind: 'item', description: 'Design', quantity: '1.00', unitCode: 'C62', unitPrice: '150.25' },
            ...{ discountPercent: null, discountAmount: '0.00', tax: null, total: '150.25' },
          },
        ],
      },
      answer: null,
      invoicePath: null,
      businessProfile: expect.objectContaining({ businessName: expect.stringMatching(/^ada\d+ Tester$/), email: ada.email }),
    },
  ])
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  expect(JSON.stringify(body)).not.toContain('kim@customer.example')
})

test('each status has its own public state', async () => {
  const state = async ({ publicId }: SentEstimate) => (await readPublic(publicId)).body.state
  const [accepted, declined, expired, set] = [await make(), await make(), await make({ expiryDate: '2026-01-06' }), await make()]
  await accept(accepted)
  await decline(declined, { name: 'Jo' })
  expect([await state(accepted), await state(declined), await state(expired)]).toEqual(['accepted', 'declined', 'expired'])
  expect((await readPublic(accepted.publicId)).body.answer).toEqual({ at: expect.stringMatching(/Z$/), by: 'Kim Lee', reason: null })
  expect((await readPublic(declined.publicId)).body.answer).toEqual({ at: expect.stringMatching(/Z$/), by: 'Jo', reason: 'Too dear' })
  // A status set by the owner is not an answer.
  for (const [status, words] of [
    ['expired', 'expired'],
    ['rejected', 'declined'],
    ['accepted', 'accepted'],
    ['draft', 'withdrawn'],
    ['sent', 'open'],
  ] as const) {
    expect((await save(set, { status })).status).toBe(200)
    expect((await readPublic(set.publicId)).body).toMatchObject({ state: words, answer: null })
  }
})

test('a withdrawn estimate shows only that it was withdrawn', async () => {
  const of = await make()
  await save(of, { status: 'draft', notes: 'Secret plans', lineItems: [{ description: 'Later', quantity: 1, unitPrice: '999' }] })
  const { status, body } = await readPublic(of.publicId)
  expect([status, body]).toMatchObject([200, { state: 'withdrawn', estimate: null, invoicePath: null, estimateNumber: of.number }])
  const pdf = await app.send(null, 'GET', `/api/public/estimate/${of.publicId}/pdf`)
  expect([pdf.status, pdf.body]).toEqual([409, { message: 'This estimate has been withdrawn.' }])
  for (const answered of [await accept(of), await decline(of)])
    expect([answered.status, answered.body]).toEqual([409, { message: 'This estimate has been withdrawn.' }])
})

test('a wrong or truncated token, a row number, an unsent draft and a deleted estimate get identical replies', async () => {
  const [draft, deleted, out] = [await make({ status: 'draft' }), await make(), await make()]
  await app.send(ada, 'DELETE', `/api/estimates/${deleted.id}`)
  const tokens = [
    draft.publicId,
    deleted.publicId,
    out.publicId.slice(0, -1),
    out.publicId.slice(1),
    `${out.publicId}A`,
    out.publicId.toLowerCase() === out.publicId ? 'A'.repeat(24) : out.publicId.toLowerCase(),
    'A'.repeat(24),
    String(out.id),
    '0',
    '%00',
    'x'.repeat(90),
  ]
  for (const token of tokens) {
    const base = `/api/public/estimate/${token}`
    const replies = [
      await app.send(null, 'GET', base),
      await app.send(null, 'GET', `${base}/pdf`),
      await app.send(null, 'POST', `${base}/accept`, { name: 'x', version: out.version }),
      await app.send(null, 'POST', `${base}/decline`, { reason: 'x', version: out.version }),
    ]
    const plain = replies.map(({ status, body, headers }) => [status, body, headers['cache-control']])
    expect([token, plain]).toEqual([token, replies.map(() => [404, { message: 'Estimate not found' }, 'no-store'])])
  }
  // An invoice's token doesn't open an estimate, and vice versa.
  const { body } = await app.send(ada, 'POST', `/api/estimates/${out.id}/convert`)
  const token = await getPublicId(app, body.id)
  expect((await readPublic(token)).body).toEqual({ message: 'Estimate not found' })
  expect((await app.send(null, 'GET', `/api/public/invoice/${out.publicId}`)).body).toEqual({ message: 'Invoice not found' })
  await app.send(ada, 'POST', `/api/estimates/${deleted.id}/restore`)
  expect((await readPublic(deleted.publicId)).status).toBe(200)
})

test('visitors, other signed-in users and the owner see the same page and can answer', async () => {
  const eve = await app.person(`eve${ada.userId}`)
  const of = await make()
  const [visitor, stranger, owner] = [await readPublic(of.publicId), await readPublic(of.publicId, eve), await readPublic(of.publicId, ada)]
  expect([stranger.body, owner.body]).toEqual([visitor.body, visitor.body])
  expect((await accept(of, {}, eve)).body.state).toBe('accepted')
  expect((await events(of)).find(({ kind }) => kind === 'accepted')).toMatchObject({ by: 'Customer' })
  expect((await app.send(eve, 'GET', `/api/estimates/${of.id}`)).status).toBe(404)
})

test('the public PDF shows the current estimate', async () => {
  const of = await make()
  const pdf = await app.send(null, 'GET', `/api/public/estimate/${of.publicId}/pdf`)
  const own = await app.send(ada, 'GET', `/api/estimates/${of.id}/pdf`)
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.headers['content-disposition']).toContain(`Estimate-${of.number}.pdf`)
  expect(Buffer.compare(pdf.bytes, own.bytes)).toBe(0)
  const again = await app.send(null, 'GET', `/api/public/estimate/${of.publicId}/pdf`, undefined, {
    'if-none-match': String(pdf.headers.etag),
  })
  expect(again.status).toBe(304)
  await accept(of)
  expect(Buffer.compare((await app.send(null, 'GET', `/api/public/estimate/${of.publicId}/pdf`)).bytes, pdf.bytes)).not.toBe(0)
})

test('the invoice’s pay page is linked once the invoice is sent, until it is deleted', async () => {
  const of = await make()
  expect((await accept(of)).body.invoicePath).toBeNull()
  const { invoice } = await saved(of)
  const token = await getPublicId(app, invoice.id)
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/send-email`)
  const path = `/pay-invoice/${token}`
  expect((await readPublic(of.publicId)).body.invoicePath).toBe(path)
  expect((await app.send(null, 'GET', `/api/public/invoice/${token}`)).status).toBe(200)
  await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)
  expect((await readPublic(of.publicId)).body).toMatchObject({ state: 'accepted', invoicePath: null })
})

test('it expires at midnight in the owner’s time zone, wherever the customer is', async () => {
  await app.sql("update users set time_zone = 'Pacific/Auckland' where id = $1", [ada.userId])
  const of = await make({ issueDate: '2026-06-01', expiryDate: '2026-06-30' })
  const here = { 'x-time-zone': 'America/Los_Angeles' }
  const state = async () => (await app.send(null, 'GET', `/api/public/estimate/${of.publicId}`, undefined, here)).body.state
  // Midnight in Auckland, twelve hours ahead of UTC.
  app.setNow(new Date('2026-06-30T11:59:59Z'))
  expect(await state()).toBe('open')
  app.setNow(new Date('2026-06-30T12:00:00Z'))
  expect(await state()).toBe('expired')
  const late = await accept(of)
  expect([late.status, late.body]).toEqual([409, { message: 'This estimate has expired.' }])
  expect((await decline(of)).body.message).toBe('This estimate has expired.')
  app.setNow(new Date('2026-06-30T11:59:59Z'))
  expect((await accept(of)).body.state).toBe('accepted')
})

test('a sent estimate keeps its parties’ details, whatever happens to them later', async () => {
  const of = await make()
  const { customerId } = form()
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Renamed Ltd' })
  expect((await readPublic(of.publicId)).body.estimate.customerName).toBe('Kim & Co')
})
