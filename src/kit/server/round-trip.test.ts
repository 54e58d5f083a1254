import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAccount, readCsv, readJson, readText } from '#features/account/export/testing/archive.ts'
import type { Field } from '#model/fields.ts'
import { type Entity, entities } from '#modules/entities.ts'
import { exchangeRateBody } from '#modules/exchange-rates/contract.ts'
import { guessColumns } from '#modules/imports/guess-columns.ts'
import { createRowReader } from '#modules/imports/rows.ts'
import { taxRateInput } from '#modules/tax-rates/contract.ts'
import { parseCsv } from '#server/platform/http/csv.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { attachReceipt, smallPdf } from '#server/testing/upload.ts'
import { type ImportKind, recordInfo } from '#shared/record-types.ts'

// Every field that a record declares goes the whole way: request, reply, CSV file, archive, and the import of that file into another account.

let app: TestApp
let ada: Person
let bob: Person
let ids: Ids
let others: Ids
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
  ids = await prepare(ada)
  others = await prepare(bob)
})
afterAll(() => app.close())

type Ids = Record<'customer' | 'taxRate' | 'receipt', number>
/** What a field of any kind can be, where the model has no example. */
const getValue = (name: string, field: Field): unknown => {
  if (field.kind === 'ref') return ids[field.to]
  if (field.kind === 'flag') return true
  if (field.kind === 'text') return field.example ?? `Any ${name}`
  if (field.kind === 'emails') return 'one@example.com, two@example.com'
  const values = {
    phone: '+44 20 7946 0000',
    email: 'any@example.com',
    url: 'https://example.com/r.pdf',
    money: '42.50',
    price: '0.012345',
  }
  const others = {
    moneyDay: '2026-01-12',
    part: '2.5',
    count: 10,
    choice: 'of' in field ? field.of[1] : '',
    unit: 'HUR',
    currency: 'EUR',
    country: 'GB',
    language: 'de',
  }
  return { ...values, ...others }[field.kind]
}

const prepare = async (who: Person): Promise<Ids> => ({
  customer: (await app.call(who, 'POST', '/api/customers', { name: 'Grace Hopper' })).id,
  taxRate: (await app.call(who, 'POST', '/api/tax-rates', { name: 'VAT 20%', components: [{ name: 'VAT', percent: '20' }] })).id,
  receipt: (await attachReceipt(app, who, smallPdf, 'r.pdf')).body.id,
})
const find = async (who: Person, { api, title }: Entity, value: unknown): Promise<Record<string, unknown>> =>
  (await app.send(who, 'GET', api.list.path)).body.find((row: Record<string, unknown>) => row[title] === value)

test.each(entities.map((entity) => [entity.tableName, entity] as const))('all fields of %s', async (tableName, entity) => {
  const fields = Object.entries<Field>(entity.fields)
  const values = Object.fromEntries(fields.map(([name, field]) => [name, getValue(name, field)]))
  const made = (await app.send(ada, 'POST', entity.api.create.path, values)).body
  expect(made).toMatchObject(values)
  expect(await find(ada, entity, values[entity.title])).toMatchObject(values)

  const { archive } = await exportAccount(app, ada)
  expect(readJson(archive, tableName).find(({ id }) => id === made.id)).toMatchObject(values)
  const sheet = readCsv(archive, tableName).find((row) => Object.values(row).includes(String(values[entity.title])))!
  expect(Object.keys(sheet)).toEqual(entity.columns.map(({ heading }) => heading))
  expect(Object.entries(sheet).filter(([, cell]) => cell === '')).toEqual([])

  const [headers, ...rows] = parseCsv((await app.send(ada, 'GET', entity.api.export.path)).bytes.toString())
  const cells = rows.find((row) => row.includes(String(values[entity.title])))!
  if (!recordInfo[tableName].isImported) return
  const kind = tableName as ImportKind
  const guesses = guessColumns(kind, headers!, rows.slice(0, 5))
  const read = createRowReader({
    ...{ kind, headers: headers!, columns: guesses.map((guess) => guess?.field ?? null), telling: [] },
    ...{ dayOrder: 'mdy', decimalComma: false, otherCategory: false, costSign: undefined, homeCurrency: 'USD' },
  })({ line: 2, cells })
  expect(read.errors).toEqual([])

  const imported = await app.send(bob, 'POST', `/api/${tableName}/import`, { rows: [read.row] })
  expect([imported.status, imported.body]).toEqual([200, { created: 1, skipped: 0 }])
  // A file says neither what a setting is nor which receipt is attached.
  const expected = fields.flatMap(([name, field]) => {
    if (field.isSetting || (field.kind === 'ref' && field.to === 'receipt')) return []
    return [[name, field.kind === 'ref' ? others[field.to] : values[name]]]
  })
  expect(await find(bob, entity, values[entity.title])).toMatchObject(Object.fromEntries(expected))
})

test('all fields of tax rates', async () => {
  const components = [{ name: 'VAT', percent: '0', isCompound: false }]
  const exemption = { category: 'AE', exemptionCode: 'VATEX-EU-AE', exemptionReason: 'Reverse charge' }
  const values = { name: 'Reverse', ...exemption, components }
  expect(Object.keys(values)).toEqual(Object.keys(taxRateInput.shape))
  const made = (await app.send(ada, 'POST', '/api/tax-rates', values)).body
  expect(made).toMatchObject(values)
  expect((await app.call(ada, 'GET', '/api/tax-rates')).find(({ id }) => id === made.id)).toMatchObject(values)

  const { archive } = await exportAccount(app, ada)
  // The archive has percentages with all their decimals.
  const archived = { ...values, components: [{ ...components[0], percent: '0.0000' }] }
  expect(readJson(archive, 'tax-rates').find(({ id }) => id === made.id)).toMatchObject(archived)
  expect(readCsv(archive, 'tax-rates').find((row) => row['Tax Rate'] === 'Reverse')).toEqual({
    ...{ 'Tax Rate': 'Reverse', Category: 'AE', 'Exemption Code': 'VATEX-EU-AE', 'Exemption Reason': 'Reverse charge' },
    ...{ Tax: 'VAT', Percent: '0.0000', Compound: '', Archived: '' },
  })
})

test('all fields of exchange rates; the file of the archive can be imported', async () => {
  const values = { rate: '1.0842', source: 'typed' }
  expect(Object.keys(values)).toEqual(Object.keys(exchangeRateBody.shape))
  const made = (await app.send(ada, 'PUT', '/api/exchange-rates/EUR/2026-01-15', values)).body
  expect(made).toEqual({ currency: 'EUR', day: '2026-01-15', ...values })
  expect(await app.call(ada, 'GET', '/api/exchange-rates')).toEqual([made])

  const { archive } = await exportAccount(app, ada)
  expect(readJson(archive, 'exchange-rates')).toMatchObject([made])
  const csv = readText(archive, 'csv/exchange-rates.csv').replace(/^\uFEFF/, '')
  expect((await app.send(bob, 'POST', '/api/exchange-rates/import', { csv })).body).toEqual({ created: 1, updated: 0 })
  expect(await app.call(bob, 'GET', '/api/exchange-rates')).toEqual([{ ...made, source: 'file' }])
})
