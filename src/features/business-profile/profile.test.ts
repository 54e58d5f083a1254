import { expect, test } from 'vitest'
import type { Reply } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { ada, app, create, createCardKeys, read, save, setUpProfileApp, uploadNewLogo } from './testing/profiles.ts'

setUpProfileApp()

const whole = {
  businessName: 'Ada Works',
  contactName: 'Ada Lovelace',
  email: 'hello@ada.example',
  phone: '+1 555 0100',
  address: '12 Analytical Row',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'USA',
  website: 'https://ada.example',
  taxNumber: 'US-123',
  vatId: 'DE136695976',
  countryCode: 'DE',
  pdfTheme: 'elegant',
  pdfPrimaryColor: '#1e40af',
  pdfAccentColor: '#3B82F6',
  stripePublishableKey: 'pk_test_51abcdef',
  paypalClientId: 'AZ123',
  preferredPaymentMethod: 'both',
  pageSize: 'a4',
  documentLanguage: 'ja',
  invoiceDueDays: 14,
  estimateValidDays: 0,
  defaultTaxRate: '8.25',
  pricesIncludeTax: true,
  invoiceTerms: 'Within two weeks',
  invoiceNotes: 'Thank you',
  estimateTerms: 'Half in advance',
  estimateNotes: 'Prices are net',
  timeZone: 'Asia/Tokyo',
}
const notThere = { set: false, last4: null }

test('there is none at first; a name is enough to create one, and all other fields have defaults', async () => {
  expect(await read()).toBeNull()
  const made = await create({ businessName: '  Ada Works ' })
  expect(made.status).toBe(201)
  const nothing = Object.fromEntries(
    [
      ...[
        'contactName',
        'defaultWithholdingPercent',
        'email',
        'phone',
        'address',
        'city',
        'state',
        'zipCode',
        'country',
        'countryCode',
        'website',
        'taxNumber',
        'vatId',
      ],
      ...['defaultTaxRateId', 'logoUrl'],
    ].map((name) => [name, null]),
  )
  expect(made.body).toEqual({
    ...nothing,
    id: expect.any(Number),
    version: 1,
    businessName: 'Ada Works',
    ...businessDefaults,
    defaultTaxRate: '0.00',
    pricesIncludeTax: false,
    appliesCredit: false,
    preferredPaymentMethod: 'stripe',
    stripePublishableKey: null,
    stripeSecretKey: notThere,
    stripeAccountStatus: 'not_connected',
    stripeMode: null,
    stripeProblem: null,
    paypalClientId: null,
    paypalClientSecret: notThere,
    paypalAccountStatus: 'not_connected',
    paypalMode: null,
    paypalProblem: null,
    paymentSandbox: true,
    invoiceTerms: null,
    invoiceNotes: null,
    estimateTerms: null,
    estimateNotes: null,
    isCurrencyFixed: false,
    timeZone: null,
  })
  expect(await read()).toEqual(made.body)
})

test('a creation and a later save store every field', async () => {
  const made = (await create(whole)).body
  expect(made).toMatchObject(whole)
  const other = {
    ...whole,
    businessName: 'Other Works',
    contactName: 'Someone',
    email: 'other@ada.example',
    pdfTheme: 'creative',
    pdfPrimaryColor: '#000000',
    pageSize: 'letter',
    documentLanguage: 'ar',
    invoiceDueDays: 365,
    defaultTaxRate: '100.00',
    preferredPaymentMethod: 'paypal',
    timeZone: 'Europe/Berlin',
  }
  const saved = await save(other)
  expect([saved.status, saved.body]).toEqual([200, { ...made, ...other, version: 2 }])
  expect(await read()).toEqual(saved.body)
})

test('a save keeps fields that it leaves out; an empty text or null clears a field, blank keys do not', async () => {
  const made = (await create(whole)).body
  expect((await save({})).body).toEqual({ ...made, version: 2 })
  const clearable = Object.keys(whole).filter((name) =>
    /^(contactName|email|phone|address|city|state|zipCode|country|website|taxNumber|invoice(Terms|Notes)|estimate(Terms|Notes)|timeZone)$/.test(
      name,
    ),
  )
  expect(clearable).toHaveLength(15)
  const keys = { stripePublishableKey: '', stripeSecretKey: ' ', paypalClientId: null, paypalClientSecret: '' }
  for (const blank of ['', null]) {
    await save(whole)
    const { body } = await save({ ...keys, ...Object.fromEntries(clearable.map((name) => [name, blank])) })
    expect(body).toEqual({ ...made, version: body.version, ...Object.fromEntries(clearable.map((name) => [name, null])) })
  }
})

test.each([
  ['businessName', ['', '  ', null, 7, 'x'.repeat(201)], 'Business name'],
  ['contactName', ['x'.repeat(201), 7], 'Contact name'],
  ['email', ['nobody', 'a@b', 'x@y.example, z@y.example'], 'email'],
  ['phone', ['1'.repeat(51)], 'Phone'],
  ['address', ['x'.repeat(501)], 'Address'],
  ['city', ['x'.repeat(101)], 'City'],
  ['state', ['x'.repeat(101)], 'State'],
  ['zipCode', ['x'.repeat(21)], 'ZIP code'],
  ['country', ['x'.repeat(101), 'a\u0000b'], 'Country'],
  ['website', ['ada.example', 'javascript:alert(1)', 'ftp://ada.example'], 'Website'],
  ['taxNumber', ['x'.repeat(51)], 'Tax number'],
  ['logoUrl', ['https://evil.example/logo.png', `/objects/logos/${'0'.repeat(32)}`, '/objects/logos/../x'], 'logo'],
  ['pdfTheme', ['gothic', null, ''], 'themes'],
  ['pdfPrimaryColor', ['red', '#12345', '#1234567', null, '#12345g'], 'Primary color'],
  ['pdfAccentColor', ['rgb(1,2,3)', ''], 'Accent color'],
  ['stripePublishableKey', ['sk_live_1234567890', 'a b', 'x'.repeat(256)], 'publishable key|Publishable key'],
  ['stripeSecretKey', ['pk_live_1234567890', 'schlüssel'], 'secret key|Secret key'],
  ['paypalClientId', ['a b'], 'Client ID'],
  ['paypalClientSecret', ['a\nb'], 'Client secret'],
  ['preferredPaymentMethod', ['cash', null], 'stripe, paypal or both'],
  ['pageSize', ['legal'], 'letter or a4'],
  ['documentLanguage', ['tlh'], 'languages'],
  ['invoiceDueDays', [-1, 366, 1.5, 'soon', null], 'invoice is due'],
  ['estimateValidDays', [-1, 366], 'estimate is valid'],
  ['defaultTaxRate', ['101', '-1', '8.255', 'x'], 'Tax rate'],
  ['invoiceTerms', ['x'.repeat(10_001)], 'Invoice terms'],
  ['invoiceNotes', ['x'.repeat(10_001)], 'Invoice notes'],
  ['estimateTerms', ['x'.repeat(10_001)], 'Estimate terms'],
  ['estimateNotes', ['x'.repeat(10_001)], 'Estimate notes'],
  ['timeZone', ['Mars/Phobos', 'x'.repeat(101)], 'Time zone'],
])('an invalid %s is refused by name, and nothing of the save is stored', async (field, values, words) => {
  const expectRefusal = (reply: Reply, value: unknown) => {
    const { message, issues } = readRefusal(reply)
    expect([value, reply.status, issues.map(({ path }) => path).filter((path) => path !== field)]).toEqual([value, 400, []])
    expect(message).toMatch(new RegExp(words))
  }
  for (const value of values) expectRefusal(await create({ [field]: value }), value)
  expect(await read()).toBeNull()
  const made = (await create()).body
  for (const value of values) expectRefusal(await save({ contactName: 'New', [field]: value }), value)
  expect(await read()).toEqual(made)
})

test('unknown and read-only fields are refused', async () => {
  for (const extra of ['userId', 'id', 'stripeAccountStatus', 'logoFileId', 'nobody']) {
    const reply = await create({ [extra]: 1 })
    expect([extra, reply.status, readRefusal(reply).message]).toEqual([extra, 400, `Unknown field: ${extra}`])
  }
})

test('a visitor gets 401; another user reads and changes nothing', async () => {
  const made = (await create(whole)).body
  const bob = await app.person(`bob-of-${ada.userId}`)
  const calls = [
    ['GET', '/api/business-profile', undefined],
    ['POST', '/api/business-profile', { businessName: 'Mine' }],
    ['PUT', `/api/business-profile/${made.id}`, { businessName: 'Mine' }],
    ['POST', `/api/business-profile/${made.id}/disconnect`, { provider: 'stripe' }],
  ] as const
  for (const [method, url, body] of calls) expect([url, (await app.send(null, method, url, body)).status]).toEqual([url, 401])
  expect(await app.call(bob, 'GET', '/api/business-profile')).toBeNull()
  for (const [method, url, body] of calls.slice(2)) {
    const reply = await app.send(bob, method, url, body)
    expect([url, reply.status, readRefusal(reply).message]).toEqual([url, 404, 'Business profile not found'])
  }
  // A profile of the other user changes nothing about that.
  await app.send(bob, 'POST', '/api/business-profile', { businessName: 'Bob Inc' })
  expect((await app.send(bob, 'PUT', `/api/business-profile/${made.id}`, { businessName: 'Mine', timeZone: 'Asia/Tokyo' })).status).toBe(
    404,
  )
  expect(await app.call(bob, 'GET', '/api/business-profile')).toMatchObject({ businessName: 'Bob Inc', timeZone: null })
  expect(await read()).toEqual(made)
})

test('a save of a stale version is refused with the current profile', async () => {
  const made = (await create({ ...whole, stripeSecretKey: createCardKeys('ada').stripeSecretKey })).body
  const saved = (await save({ phone: '1', version: 1 })).body
  expect(saved.version).toBe(2)
  const stale = await save({ phone: '2', timeZone: 'Europe/Paris', stripeSecretKey: 'sk_test_another_one', version: 1 })
  expect(stale.status).toBe(409)
  expect(stale.body).toEqual({ message: expect.stringContaining('Business profile was changed elsewhere'), current: saved })
  expect(await read()).toEqual({ ...made, phone: '1', version: 2 })
})

test('a second profile is refused, and of twenty concurrent creations one succeeds', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ businessName: `Works ${i}` })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  const made = replies.find(({ status }) => status === 201)!.body
  const again = await create({ timeZone: 'Asia/Tokyo' })
  expect([again.status, readRefusal(again).message]).toEqual([409, 'There is a business profile already. Reload the page to change it.'])
  expect(await read()).toEqual(made)
})

test('a creation that is repeated with its key gets the first response', async () => {
  const key = { 'idempotency-key': `once-${ada.userId}` }
  const body = { ...whole, stripeSecretKey: createCardKeys('ada').stripeSecretKey }
  const replies = await Promise.all([create(body, key), create(body, key), create(body, key)])
  for (const reply of replies) expect([reply.status, reply.body]).toEqual([201, replies[0]!.body])
  expect((await create({ ...body, phone: '2' }, key)).status).toBe(422)
})

test('twenty concurrent saves lose nothing of each other', async () => {
  await create()
  const names = ['contactName', 'phone', 'address', 'city', 'state', 'country', 'taxNumber', 'invoiceNotes']
  const replies = await Promise.all(names.map((name) => save({ [name]: name })))
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200))
  expect(await read()).toMatchObject({ version: 1 + names.length, ...Object.fromEntries(names.map((name) => [name, name])) })
})

test('a logo stays until another or none is saved; a dropped logo is checked a day later', async () => {
  const [first, second] = [await uploadNewLogo(), await uploadNewLogo()]
  // The upload itself schedules a check too.
  await app.sql("delete from graphile_worker._private_jobs where key like 'logos.sweep %'")
  const sweeps = async () =>
    (
      await app.sql<{ fileId: number }>(
        `select (payload ->> 'fileId')::int as "fileId" from graphile_worker._private_jobs where key like $1`,
        [`logos.sweep ${ada.userId} %`],
      )
    ).map(({ fileId }) => fileId)
  const fileOf = async (path: string) =>
    (await app.sql<{ id: number }>('select id::int from files where object_key like $1', [`%${path.split('/').at(-1)}`]))[0]!.id
  expect((await create({ logoUrl: first })).body.logoUrl).toBe(first)
  expect((await save({ phone: '1' })).body.logoUrl).toBe(first)
  expect((await save({ logoUrl: first })).body.logoUrl).toBe(first)
  expect(await sweeps()).toEqual([])
  expect((await save({ logoUrl: second })).body.logoUrl).toBe(second)
  expect(await sweeps()).toEqual([await fileOf(first)])
  expect((await save({ logoUrl: '' })).body.logoUrl).toBeNull()
  expect((await sweeps()).sort()).toEqual([await fileOf(first), await fileOf(second)].sort())
})
