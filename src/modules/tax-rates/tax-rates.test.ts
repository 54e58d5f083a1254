import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxTaxRates, type TaxRateWire } from '#modules/tax-rates/contract.ts'
import { readTaxRates } from '#modules/tax-rates/server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let bob: Person
let records: ReturnType<typeof createRecords>
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  records = createRecords(app, ada)
})
afterAll(() => app.close())

const quebec = [
  { name: 'GST', percent: '5.00' },
  { name: 'QST', percent: '9.9750', isCompound: false },
]
const vat = (percent = '19') => [{ name: 'VAT', percent }]
let count = 0
const create = (fields: object = {}, owner = ada) =>
  app.call(owner, 'POST', '/api/tax-rates', { name: `VAT ${++count}`, components: vat(), ...fields })
/** Makes an invoice of ada's name the rate. */
const useRate = async ({ id }: Pick<TaxRateWire, 'id'>) => {
  const invoice = await records.invoice({ taxRate: '19' })
  await app.sql('update document_taxes set tax_rate_id = $1 where document_id = $2', [id, invoice.id])
  return invoice
}
const refuse = async (call: Promise<Awaited<ReturnType<TestApp['send']>>>) => {
  const reply = await call
  const { message, issues } = readRefusal(reply) as { message: string; issues?: { path: string; message: string }[] }
  return [reply.status, message, ...(issues ?? []).map(({ path }) => path)]
}

test('only its owner creates, lists, reads, changes and deletes a tax rate', async () => {
  const made = await create({ name: 'GST + QST', components: quebec })
  expect(made).toMatchObject({
    ...{ version: 1, name: 'GST + QST', category: null, exemptionCode: null, exemptionReason: null, archivedAt: null, isUsed: false },
    components: [
      { name: 'GST', percent: '5', isCompound: false },
      { name: 'QST', percent: '9.975', isCompound: false },
    ],
  })
  const url = `/api/tax-rates/${made.id}` as const
  expect(await app.call(ada, 'GET', '/api/tax-rates')).toEqual([made])
  expect(await app.call(bob, 'GET', '/api/tax-rates?archived=true')).toEqual([])
  const body = { name: 'Quebec', components: [quebec[0], { ...quebec[1], isCompound: true }] }
  for (const [method, path, sent] of [
    ['GET', url],
    ['GET', `${url}/history`],
    ['PUT', url, body],
    ['DELETE', url],
    ['POST', `${url}/archive`],
    ['POST', `${url}/restore`],
  ] as const) {
    expect((await app.send(bob, method, path, sent)).status, `${method} ${path}`).toBe(404)
    expect((await app.send(null, method, path, sent)).status, `${method} ${path}`).toBe(401)
  }
  expect((await app.send(null, 'POST', '/api/tax-rates', body)).status).toBe(401)
  const saved = await app.call(ada, 'PUT', url, { ...body, version: 1 })
  expect(saved).toMatchObject({ version: 2, name: 'Quebec', components: [{ isCompound: false }, { isCompound: true }] })
  expect(await app.call(ada, 'GET', url)).toEqual(saved)
  const stale = await app.send(ada, 'PUT', url, { ...body, version: 1 })
  expect([stale.status, readRefusal(stale).current]).toEqual([409, saved])
  const history = await app.call(ada, 'GET', `${url}/history`)
  expect(history.map(({ kind, changes }) => [kind, ...changes.map(({ field, after }) => `${field}: ${after}`)])).toEqual([
    ['edited', 'Name: Quebec', 'Taxes: GST 5% + QST 9.975% (compound)'],
    ['created'],
  ])
  expect((await app.send(ada, 'DELETE', url)).status).toBe(204)
  expect((await app.send(ada, 'DELETE', url)).status).toBe(404)
  expect(await app.sql('select count(*)::int from tax_rate_components where tax_rate_id = $1', [made.id])).toEqual([{ count: 0 }])
})

test.each([
  [{ components: vat() }, 'name', 'Name is required'],
  [{ name: 'A' }, 'components', 'components must be a list of 1 to 4 taxes'],
  [{ name: 'A', components: [] }, 'components', 'components must be a list of 1 to 4 taxes'],
  [{ name: 'A', components: Array(5).fill(vat()[0]) }, 'components', 'components must be a list of 1 to 4 taxes'],
  [{ name: 'A', components: vat('9.97501') }, 'components.0.percent', 'Percent can have at most 4 decimals'],
  [{ name: 'A', components: vat('100.0001') }, 'components.0.percent', 'Percent must be from 0 to 100'],
  [{ name: 'A', components: vat('-1') }, 'components.0.percent', 'Percent must be from 0 to 100'],
  [{ name: 'A', components: [{ percent: '5' }] }, 'components.0.name', 'Tax name is required'],
  [{ name: 'A', category: 'X', components: vat() }, 'category', 'Category must be one of S, Z, E, AE, K, G, O, L, M, or null for none'],
  [
    { name: 'A', category: 'AE', components: vat('0') },
    'exemptionReason',
    'Exemption reason is required for the category Reverse charge: say why no tax is charged',
  ],
  [
    { name: 'A', category: 'AE', exemptionReason: 'Reverse charge', exemptionCode: 'VATEX', components: vat('0') },
    'exemptionCode',
    'Exemption code must be a code of the list VATEX, like VATEX-EU-AE',
  ],
  [
    { name: 'A', components: [{ ...vat()[0], isCompound: true }] },
    'components.0.isCompound',
    "The first tax can't be compound, because there is none before it: move it down",
  ],
])('the input %j is refused at %s: %s', async (body, path, message) => {
  const [status, said, ...paths] = await refuse(app.send(ada, 'POST', '/api/tax-rates', body))
  // Of a list's element the message says which one.
  expect([status, String(said).replace(/ \(component 1\)$/, ''), paths]).toEqual([400, message, [path]])
})

test('a rate without tax keeps its category, reason and code', async () => {
  const exemption = { category: 'AE', exemptionCode: 'VATEX-EU-AE', exemptionReason: 'Reverse charge' }
  expect(await create({ ...exemption, components: vat('0') })).toMatchObject(exemption)
})

test('a name belongs to one active rate, in any case; archiving frees it', async () => {
  const first = await create({ name: 'Élevé' })
  const message = (name: string) => `There is a tax rate with the name ${name} already. Choose another name.`
  const again = () => app.send(ada, 'POST', '/api/tax-rates', { name: 'éLEVÉ', components: vat() })
  expect(await refuse(again())).toEqual([409, message('éLEVÉ'), 'name'])
  expect((await app.call(ada, 'PUT', `/api/tax-rates/${first.id}`, { name: 'élevé', components: vat() })).name).toBe('élevé')
  const archived = await app.call(ada, 'POST', `/api/tax-rates/${first.id}/archive`)
  expect(archived).toMatchObject({ version: 3, archivedAt: expect.stringMatching(/Z$/) })
  expect(await app.call(ada, 'POST', `/api/tax-rates/${first.id}/archive`)).toEqual(archived)
  expect((await again()).status).toBe(201)
  expect(await refuse(app.send(ada, 'POST', `/api/tax-rates/${first.id}/restore`))).toEqual([409, message('élevé'), 'name'])
  const names = async (query: string) => (await app.call(ada, 'GET', `/api/tax-rates${query}`)).map(({ name }) => name)
  expect(await names('')).not.toContain('élevé')
  expect((await names('?archived=true')).at(-1)).toBe('élevé')
  await app.call(ada, 'PUT', `/api/tax-rates/${first.id}`, { name: 'Before', components: vat() })
  expect((await app.call(ada, 'POST', `/api/tax-rates/${first.id}/restore`)).archivedAt).toBeNull()
  const history = await app.call(ada, 'GET', `/api/tax-rates/${first.id}/history`)
  expect(history.map(({ kind }) => kind)).toEqual(['restored', 'edited', 'archived', 'edited', 'created'])
})

test('of two new rates with one name at once, one is refused', async () => {
  const replies = await Promise.all(['Twin', 'TWIN'].map((name) => app.send(ada, 'POST', '/api/tax-rates', { name, components: vat() })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('what a document was computed with stays: a used rate can be renamed and archived only', async () => {
  const rate = await create({ name: 'VAT 19%', category: 'S' })
  await useRate(rate)
  const url = `/api/tax-rates/${rate.id}` as const
  const put = (fields: object) => app.send(ada, 'PUT', url, { name: 'Standard', category: 'S', components: vat(), ...fields })
  const why =
    'VAT 19% is used by 1 document, so its taxes, category and exemption reason can’t change. Archive it and add a new tax rate instead.'
  expect(await refuse(put({ components: vat('20') }))).toEqual([409, why])
  expect(await refuse(put({ category: null }))).toEqual([409, why])
  expect(await refuse(app.send(ada, 'DELETE', url))).toEqual([409, 'VAT 19% is used by 1 document. Archive it instead.'])
  expect((await put({ components: vat('19.0') })).body).toMatchObject({ name: 'Standard', isUsed: true, components: [{ percent: '19' }] })
  expect((await app.call(ada, 'POST', `${url}/archive`)).archivedAt).not.toBeNull()
})

test('the exemption of a used rate was printed, so it stays as well', async () => {
  const exempt = {
    name: 'Reverse charge',
    category: 'AE',
    exemptionCode: 'VATEX-EU-AE',
    exemptionReason: 'Reverse charge',
    components: vat('0'),
  }
  const rate = await create(exempt)
  const put = (fields: object) => app.send(ada, 'PUT', `/api/tax-rates/${rate.id}`, { ...exempt, ...fields })
  expect((await put({ exemptionReason: 'Article 194' })).body).toMatchObject({ exemptionReason: 'Article 194' })
  await useRate(rate)
  const why = expect.stringMatching(/^Reverse charge is used by 1 document, so its taxes, category and exemption reason can’t change/)
  expect(await refuse(put({ exemptionReason: 'Article 196' }))).toEqual([409, why])
  expect(await refuse(put({ exemptionReason: 'Article 194', exemptionCode: null }))).toEqual([409, why])
  expect((await put({ name: 'AE', exemptionReason: 'Article 194' })).body).toMatchObject({ name: 'AE', isUsed: true })
})

test('a rate that customers, items, deleted records or the profile name is not deleted', async () => {
  const rate = await create({ name: 'Named' })
  const { id: customerId } = await records.customer()
  const { id: itemId } = await records.item()
  const { id: binnedId } = await records.item()
  await app.sql('update customers set tax_rate_id = $1 where id = $2', [rate.id, customerId])
  await app.sql('update items set tax_rate_id = $1 where id = any($2)', [rate.id, [itemId, binnedId]])
  await app.send(ada, 'DELETE', `/api/items/${binnedId}`)
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Engines' })
  await app.sql('update business_profiles set default_tax_rate_id = $1 where user_id = $2', [rate.id, ada.userId])
  expect(await refuse(app.send(ada, 'DELETE', `/api/tax-rates/${rate.id}`))).toEqual([
    409,
    'Named is used by 1 customer, 1 item, 1 deleted record, and the business profile. Archive it instead.',
  ])
})

test('a document that begins to name a rate while it is being deleted keeps it', async () => {
  const rate = await create()
  const invoice = await records.invoice({ taxRate: '19' })
  const { removal } = await app.database.asUser(ada.userId, async (db) => {
    await db.rows('update document_taxes set tax_rate_id = $1 where user_id = $2 and document_id = $3', [rate.id, ada.userId, invoice.id])
    db.announce('invoices')
    const removal = app.send(ada, 'DELETE', `/api/tax-rates/${rate.id}`)
    await expect
      .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"), {
        timeout: 15_000,
      })
      .toHaveLength(1)
    return { removal }
  })
  expect((await removal).status).toBe(409)
})

test('an account can have 100 rates, archived ones included', async () => {
  const carl = await app.person('carl')
  for (let i = 0; i < maxTaxRates; i++) await app.call(carl, 'POST', '/api/tax-rates', { name: `Rate ${i}`, components: vat() })
  const [first] = await app.call(carl, 'GET', '/api/tax-rates')
  await app.call(carl, 'POST', `/api/tax-rates/${first!.id}/archive`)
  expect(await refuse(app.send(carl, 'POST', '/api/tax-rates', { name: 'One more', components: vat() }))).toEqual([
    409,
    'You have 100 tax rates, and there can be no more. Delete one that nothing uses first.',
  ])
})

test('the domain reads rates of the transaction’s user only, archived or not', async () => {
  const mine = await create({ components: quebec })
  await app.call(ada, 'POST', `/api/tax-rates/${mine.id}/archive`)
  const theirs = await create({}, bob)
  const found = await app.database.asUser(ada.userId, (db) => readTaxRates(db, [mine.id, theirs.id, 999_999]))
  expect(found.map(({ id, components }) => [id, components.map(({ percent }) => percent)])).toEqual([[mine.id, ['5', '9.975']]])
})
