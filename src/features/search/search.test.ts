import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'

let app: TestApp
let ada: Person
let bob: Person
let acme: { id: number; version: number }
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  const add = <Path extends string>(path: Path, body: object, owner = ada) => app.call(owner, 'POST', path, body)
  acme = await add('/api/customers', { name: 'Acme Bakery', company: 'Søren & Zoë GmbH', email: 'pay@acme-bakery.example' })
  await add('/api/customers', { name: "Tom O'Neil 100%_done\\now" })
  await add('/api/items', { name: 'Sourdough Workshop', description: 'Baking with Jürgen', category: 'Courses', unitPrice: '120.50' })
  await add('/api/expenses', {
    description: 'Flour delivery',
    amount: '1234.50',
    category: 'Travel',
    vendor: 'Mühle Nord',
    expenseDate: '2026-03-05',
  })
  const document = { customerId: acme.id, issueDate: '2026-02-01', notes: 'Thank you kindly', terms: 'Net thirty' }
  const line = (description: string, unitPrice: string) => ({ description, quantity: 1, unitPrice })
  await add('/api/invoices', {
    ...document,
    invoiceNumber: 'INV-2026-0042',
    status: 'sent',
    dueDate: '2030-03-01',
    lineItems: [line('Wedding cake', '1234.50')],
  })
  await add('/api/invoices', {
    ...document,
    invoiceNumber: 'INV-2026-0043',
    issueDate: '2026-02-03',
    dueDate: '2030-03-01',
    lineItems: [line('Croissants', '42')],
  })
  await add('/api/estimates', {
    ...document,
    estimateNumber: 'EST-0007',
    expiryDate: '2030-03-01',
    lineItems: [line('Birthday cake 東京タワー, deposit 1234.50', '80')],
  })
  await add('/api/customers', { name: 'Acme of Bob', email: 'bob@acme.example' }, bob)
})
afterAll(() => app.close())

const search = async (q: string, who = ada): Promise<SearchReplyWire> => {
  const reply = await app.send(who, 'GET', `/api/search?${new URLSearchParams({ q })}`)
  expect([q, reply.status]).toEqual([q, 200])
  return reply.body
}
const titles = async (q: string, who = ada) => (await search(q, who)).hits.map(({ title }) => title)

test('each kind of record is found by its texts, with its title and path', async () => {
  expect(await search('wedding')).toEqual({
    hits: [
      {
        kind: 'invoice',
        id: expect.any(Number),
        title: 'INV-2026-0042',
        subtitle: 'Acme Bakery',
        amount: '1234.50',
        currency: 'USD',
        day: '2026-02-01',
        path: expect.stringMatching(/^\/invoices\/\d+$/),
        actions: ['payment', 'send'],
      },
    ],
    more: [],
    corrected: null,
    filter: null,
  })
  expect((await search('est-0007')).hits).toMatchObject([
    { kind: 'estimate', title: 'EST-0007', path: expect.stringMatching(/^\/estimates\/\d+$/) },
  ])
  expect((await search('workshop')).hits).toMatchObject([
    { kind: 'item', subtitle: 'Courses', amount: '120.50', day: null, path: expect.stringMatching(/^\/items\?open=\d+$/) },
  ])
  expect((await search('flour')).hits).toMatchObject([
    { kind: 'expense', subtitle: 'Mühle Nord · Travel', day: '2026-03-05', path: expect.stringMatching(/^\/expenses\?open=\d+$/) },
  ])
  expect((await search('acme')).hits[0]).toMatchObject({ kind: 'customer', title: 'Acme Bakery', path: `/customers/${acme.id}` })
  for (const [q, title] of [
    ['0042', 'INV-2026-0042'],
    ['42', 'INV-2026-0042'],
    ['croiss', 'INV-2026-0043'],
    ['kindly cake wedding', 'INV-2026-0042'],
    ['net thirty birthday', 'EST-0007'],
    ['pay@acme', 'Acme Bakery'],
    ['bakery.example', 'Acme Bakery'],
    ['jurgen', 'Sourdough Workshop'],
    ['JÜRGEN', 'Sourdough Workshop'],
    ['soren zoe', 'Acme Bakery'],
    ['muhle', 'Flour delivery'],
    ['東京', 'EST-0007'],
    ['ワー', 'EST-0007'],
    ['o’neil', "Tom O'Neil 100%_done\\now"],
    ['dough', 'Sourdough Workshop'],
  ])
    expect([q, await titles(q!)]).toEqual([q, expect.arrayContaining([title])])
})

test('all words must match; newer records and matches of the name come first', async () => {
  expect(await titles('wedding croissants')).toEqual([])
  // Two letters match the beginning of a word only.
  expect(await titles('fl')).toEqual(['Flour delivery'])
  expect(await titles('ou')).toEqual([])
  expect(await titles('inv-2026')).toEqual(['INV-2026-0043', 'INV-2026-0042'])
  // A record of that name comes before documents that mention it.
  expect((await titles('acme bakery'))[0]).toBe('Acme Bakery')
})

test('an amount finds the records of exactly that amount, in any notation', async () => {
  // Before records that only mention it.
  expect(await titles('1234.50')).toEqual(['INV-2026-0042', 'Flour delivery', 'EST-0007'])
  for (const q of ['$1,234.50', '1,234.5', '$1234.5', '1.234,50', '1234,5'])
    expect([q, await titles(q)]).toEqual([q, ['INV-2026-0042', 'Flour delivery']])
  expect(await titles('bakery 1,234.50')).toEqual(['INV-2026-0042'])
  expect(await titles('$234.50')).toEqual([])
  expect(await titles('120.5')).toEqual(['Sourdough Workshop'])
  // The digits may be part of a number as well.
  expect((await titles('42')).toSorted()).toEqual(['INV-2026-0042', 'INV-2026-0043'])
})

test('periods, amounts and statuses are understood, with the words that remain; what contains the words is found too', async () => {
  const finn = await app.person('finn')
  const add = <Path extends string>(path: Path, body: object) => app.call(finn, 'POST', path, body)
  const { id: customerId } = await add('/api/customers', { name: 'Maschinenbau Nord', company: 'Werft', email: 'ap@nord.example' })
  const document = (number: string, issueDate: string, status: string, unitPrice: string, description = 'Work') => ({
    ...{
      customerId,
      invoiceNumber: number,
      issueDate,
      dueDate: '2026-12-31',
      status,
      lineItems: [{ description, quantity: 1, unitPrice }],
    },
  })
  await add('/api/invoices', document('A-1', '2026-03-01', 'sent', '400'))
  await add('/api/invoices', document('A-2', '2026-03-31', 'draft', '900'))
  await add('/api/invoices', { ...document('A-3', '2025-11-05', 'sent', '70', 'Retainer of March 2026'), dueDate: '2025-12-01' })
  const { id } = await add('/api/invoices', document('A-4', '2026-04-01', 'sent', '42'))
  await add(`/api/invoices/${id}/payments`, { amount: '42.00', paymentDate: '2026-04-02', paymentMethod: 'Cash' })
  await add('/api/expenses', { description: 'Steel', amount: '17.25', category: 'Travel', expenseDate: '2026-03-05' })
  for (const [q, found] of [
    ['march 2026', ['A-2', 'A-1', 'A-3', 'Steel']],
    ['invoices of march 2026 over 500', ['A-2']],
    ['Q1 2026', ['A-2', 'A-1', 'Steel']],
    ['werft 2026', ['A-4', 'A-2', 'A-1', 'A-3']],
    ['2025', ['A-3']],
    ['overdue', ['A-3']],
    ['drafts', ['A-2']],
    ['paid nord', ['A-4']],
    ['400.00 mar 2026', ['A-1']],
    ['expenses under 20', ['Steel']],
    ['march 2024', []],
  ] as const)
    expect([q, (await titles(q, finn)).toSorted()]).toEqual([q, [...found].toSorted()])
  // The lists show the rest.
  expect((await search('overdue invoices q4 2025 nord', finn)).filter).toEqual({
    ...{ from: '2025-10-01', to: '2025-12-31', status: 'overdue', search: 'nord' },
  })
  expect((await search('over 500', finn)).filter).toBe(null)
  expect(await titles('refunded', finn)).toEqual([])
  const { payments } = (await app.send(finn, 'GET', `/api/invoices/${id}/history`)).body
  await add(`/api/invoices/${id}/payments/${payments[0].id}/refund`, { amount: '2.00' })
  expect(await titles('refunded', finn)).toEqual(['A-4'])
  expect(await titles('march 2026', bob)).toEqual([])
})

test('a customer is found by VAT id and registration id, its documents are not; a document is found by its total alone', async () => {
  const carl = await app.person('carl')
  const add = <Path extends string>(path: Path, body: object) => app.call(carl, 'POST', path, body)
  const { id: customerId } = await add('/api/customers', {
    name: 'Meyer',
    countryCode: 'DE',
    vatId: 'DE136695976',
    registrationId: 'HRB 4711',
  })
  const { id: taxRateId } = await add('/api/tax-rates', { name: 'Zwangsabgabe', components: [{ name: 'Abgabe', percent: '19' }] })
  await add('/api/invoices', {
    ...{ customerId, invoiceNumber: 'R-1', issueDate: '2026-02-01', dueDate: '2030-03-01' },
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100', taxRateId }],
  })
  for (const q of ['DE136695976', 'de 136 695 976', '136695976', 'hrb 4711', '4711'])
    expect([q, await titles(q, carl)]).toEqual([q, ['Meyer']])
  for (const q of ['Zwangsabgabe', 'Abgabe', '100.00', '$19']) expect([q, await titles(q, carl)]).toEqual([q, []])
  expect(await titles('119.00', carl)).toEqual(['R-1'])
  expect(await titles('DE136695976')).toEqual([])
  const { version } = await app.call(carl, 'GET', `/api/customers/${customerId}`)
  await app.call(carl, 'PUT', `/api/customers/${customerId}`, { name: 'Meyer', vatId: null, registrationId: 'HRB 4712', version })
  expect([await titles('DE136695976', carl), await titles('4712', carl)]).toEqual([[], ['Meyer']])
  expect((await app.call(carl, 'GET', '/api/books/health')).findings).toEqual([])
})

test('a typing error is corrected, and the reply says so', async () => {
  // The words are stored after the commit of each record.
  await expect.poll(() => app.sql("select 1 from search_words where word in ('delivery', 'birthday')")).toHaveLength(2)
  for (const [q, corrected, title] of [
    ['croisants', 'croissants', 'INV-2026-0043'],
    ['weddnig', 'wedding', 'INV-2026-0042'],
    ['aceme', 'acme', 'Acme Bakery'],
    ['bakrey', 'bakery', 'Acme Bakery'],
    ['wirkshop', 'workshop', 'Sourdough Workshop'],
    ['flour delibery', 'flour delivery', 'Flour delivery'],
    ['jürgne', 'jurgen', 'Sourdough Workshop'],
    // A word that is still being typed.
    ['sourduog', 'sourdough', 'Sourdough Workshop'],
    ['croisa', 'croissants', 'INV-2026-0043'],
  ]) {
    const found = await search(q!)
    expect([q, found.corrected, found.hits.map((hit) => hit.title)]).toEqual([q, corrected, expect.arrayContaining([title])])
  }
  expect(await search('zzqqxx')).toEqual({ hits: [], more: [], corrected: null, filter: null })
})

test('no search, corrected or not, finds another user’s records; a visitor is refused', async () => {
  expect(await titles('acme', bob)).toEqual(['Acme of Bob'])
  for (const q of ['wedding', 'weddnig', '1234.50', 'inv', '42', 'bakery']) expect([q, await titles(q, bob)]).toEqual([q, []])
  expect((await app.send(null, 'GET', '/api/search?q=acme')).status).toBe(401)
})

test('all input is plain text', async () => {
  expect(await titles('')).toEqual([])
  expect(await titles('   ')).toEqual([])
  for (const q of ['100%_', '%_done', '\\now', '100%_done\\now']) expect([q, await titles(q)]).toEqual([q, ["Tom O'Neil 100%_done\\now"]])
  for (const q of [
    '%',
    '_',
    '\\',
    '%%%',
    '___',
    "'",
    '"',
    "';--",
    '\\\\%',
    '😀',
    '$',
    '$$',
    ',',
    '-',
    '.',
    '0',
    '99999999.99',
    '100000000',
    'Q',
    'X',
    '\t',
    '\u202e',
    'ß',
    'a'.repeat(200),
    'a b '.repeat(50),
    '%'.repeat(200),
    '東'.repeat(200),
  ])
    expect([q, Array.isArray(await titles(q))]).toEqual([q, true])
  for (const q of ['%_%_%', 'zz%zz', 'acme%bakery', '____']) expect([q, await titles(q)]).toEqual([q, []])
  for (const q of ['\u0000', 'a\u0000b', '\ud800', 'a'.repeat(201)]) {
    const reply = await app.send(ada, 'GET', `/api/search?q=${q === '\ud800' ? '%ED%A0%80' : encodeURIComponent(q)}`)
    if (q !== '\ud800') expect([q, reply.status, typeof readRefusal(reply).message]).toEqual([q, 400, 'string'])
    else expect(reply.status).toBeLessThan(500)
  }
  for (const query of ['q=a&q=b', 'nobody=1', 'q[]=a']) expect((await app.send(ada, 'GET', `/api/search?${query}`)).status).toBe(400)
})

test('each kind returns its best matches and whether there are more', async () => {
  const eve = await app.person('eve')
  const toRows = <T>(count: number, getValues: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => ({ line: i + 2, values: getValues(i) }))
  const insert = (kind: string, rows: object[]) => app.call(eve, 'POST', `/api/${kind}/import`, { rows })
  await insert('customers', [{ line: 1, values: { name: 'Pattern' } }, ...toRows(600, (i) => ({ name: `Pattern ${i + 1}` }))])
  await insert('items', [
    ...toRows(2, (i) => ({ name: ['Pattern', 'Pattern book'][i], unitPrice: '5' })),
    ...toRows(700, (i) => ({ name: `Thing ${i + 1}`, description: 'of a pattern', unitPrice: '5' })),
  ])
  const { hits, more } = await search('pattern', eve)
  expect(more).toEqual(['customer', 'item'])
  const of = (kind: string) => hits.filter((hit) => hit.kind === kind).map(({ title }) => title)
  expect(of('customer')).toEqual(['Pattern', 'Pattern 600', 'Pattern 599', 'Pattern 598', 'Pattern 597'])
  // Its name matches, although hundreds of newer records mention it.
  expect(of('item')).toEqual(['Pattern', 'Pattern book', 'Thing 700', 'Thing 699', 'Thing 698'])
  expect((await search('5', eve)).more).toContain('item')
})
