import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAccount, readCsv, readJson } from '#features/account/export/testing/archive.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { recordTypeNames } from '#shared/record-types.ts'

// A type of document that exists here alone: what is made of a registered type is tried on it. Its routes are typed nowhere, so `send` is used.

let app: TestApp
let ada: Person
let bob: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
  await app.sql(readFileSync(new URL('pro-forma/migration.sql', import.meta.url), 'utf8'))
  ada = await app.person('ada')
  bob = await app.person('bob')
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})
afterAll(() => app.close())

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who: Person | null = ada) => {
  const reply = await app.send(who, method, path, body)
  return { ...reply, got: [reply.status, reply.body] as const }
}
const form = (description: string) => ({
  customerId,
  proFormaNumber: 'PF',
  drawNumber: true,
  issueDate: '2026-01-10',
  expiryDate: '2030-12-31',
  deliveryTerms: 'DAP Lagos',
  lineItems: [{ description, quantity: '2', unitPrice: '50.00' }],
})
const create = async (description: string) => {
  const made = await send('POST', '/api/pro-formas', form(description))
  expect(made.got).toEqual([201, expect.anything()])
  return made.body
}

test('it is registered', () => {
  expect(recordTypeNames).toContain('pro-formas')
})

test('it is created with a number, edited, deleted and restored, and its history says so', async () => {
  const made = await send('POST', '/api/pro-formas', form('Pumps'))
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ proFormaNumber: 'PF-2026-0001', status: 'draft', total: '100.00', deliveryTerms: 'DAP Lagos' }),
  ])
  const { id, version } = made.body
  const change = {
    ...form('Pumps'),
    proFormaNumber: 'PF-2026-0001',
    drawNumber: undefined,
    version,
    deliveryTerms: 'EXW Lyon',
    notes: 'Soon',
  }
  expect((await send('PUT', `/api/pro-formas/${id}`, change)).body).toMatchObject({ deliveryTerms: 'EXW Lyon', notes: 'Soon' })
  expect((await send('DELETE', `/api/pro-formas/${id}`)).status).toBe(204)
  expect((await send('GET', `/api/pro-formas/${id}`)).status).toBe(404)
  expect((await send('POST', `/api/pro-formas/${id}/restore`)).status).toBe(200)
  const { body: history } = await send('GET', `/api/pro-formas/${id}/history`)
  expect(history.events.map(({ kind }: { kind: string }) => kind)).toEqual(['restored', 'deleted', 'edited', 'created'])
  expect(history.events[2].changes).toEqual([
    { field: 'Delivery terms', before: 'DAP Lagos', after: 'EXW Lyon' },
    { field: 'Notes', before: null, after: 'Soon' },
  ])
})

test('it is sent by email with a PDF, shown to the customer, accepted and voided; a void one refuses', async () => {
  const { id } = await create('Valves')
  const { body: sent } = await send('POST', `/api/pro-formas/${id}/send-email`)
  expect(sent.emailedTo).toBe('acme@example.com')
  const [mail] = await app.mails(1)
  expect([mail!.subject, mail!.attachments[0]!.fileName]).toEqual([
    expect.stringMatching(/^Pro forma PF-2026-/),
    expect.stringMatching(/^Pro-forma-PF/),
  ])
  const { body: read } = await send('GET', `/api/pro-formas/${id}`)
  expect(read).toMatchObject({ status: 'sent', publicUrl: expect.stringContaining('/pro-forma/') })
  const page = `/api/public/pro-forma/${read.publicUrl.split('/').at(-1)}`
  expect((await send('GET', page, undefined, null)).body).toMatchObject({ status: 'sent', total: '100.00' })
  expect((await send('GET', `${page}/pdf`, undefined, null)).headers['content-type']).toBe('application/pdf')
  expect((await send('POST', `/api/pro-formas/${id}/accept`, { by: 'Ada' })).body.status).toBe('accepted')
  expect((await send('POST', `/api/pro-formas/${id}/void`)).body.status).toBe('voided')
  expect((await send('POST', `/api/pro-formas/${id}/void`)).got).toEqual([
    409,
    expect.objectContaining({ message: 'This pro forma is a draft or void.' }),
  ])
})

test('it is listed, counted, exported, found and numbered', async () => {
  await create('Compressors')
  const { body: rows } = await send('GET', '/api/pro-formas?search=acme&sort=-total&short=true&status=draft')
  expect(rows[0]).toMatchObject({ status: 'draft', total: '100.00' })
  expect(rows[0]).not.toHaveProperty('lineItems')
  expect((await send('GET', '/api/pro-formas/summary')).body.byStatus.map(({ status }: { status: string }) => status)).toEqual([
    ...['draft', 'sent', 'expired', 'accepted', 'voided'],
  ])
  expect((await send('GET', '/api/pro-formas/export')).bytes.toString()).toMatch(
    /Pro Forma,Customer,Email,Status,Issue Date,Expiry Date,Delivery Terms,/,
  )
  const { body: found } = await send('GET', '/api/search?q=Compressors')
  expect(JSON.stringify(found)).toContain('"kind":"pro-forma"')
  expect((await send('GET', '/api/pro-forma-numbering')).body).toMatchObject({ prefix: 'PF-' })
})

test('it is in the archive, with its PDF and its own field, and in the documentation', async () => {
  await create('Archived')
  const { archive } = await exportAccount(app, ada)
  const found = readJson(archive, 'pro-formas').find(
    ({ lineItems }) => (lineItems as { description: string }[])[0]!.description === 'Archived',
  )!
  expect(found).toMatchObject({
    status: 'draft',
    deliveryTerms: 'DAP Lagos',
    lineItems: [expect.objectContaining({ description: 'Archived' })],
  })
  expect(Object.keys(archive)).toContain(found.pdf)
  expect(readCsv(archive, 'pro-formas').length).toBeGreaterThan(0)
  const { body: openApi } = await send('GET', '/api/openapi.json')
  expect(Object.keys(openApi.paths).filter((path) => path.includes('pro-forma')).length).toBeGreaterThan(10)
})

test('another user and a token without its scope get nothing of it', async () => {
  const { id } = await create('Secret')
  for (const [method, path, body] of [
    ['GET', `/api/pro-formas/${id}`],
    ['GET', `/api/pro-formas/${id}/history`],
    ['GET', `/api/pro-formas/${id}/pdf`],
    ['PUT', `/api/pro-formas/${id}`, { ...form('Mine'), drawNumber: undefined, proFormaNumber: 'X' }],
    ['DELETE', `/api/pro-formas/${id}`],
    ['POST', `/api/pro-formas/${id}/void`],
    ['POST', `/api/pro-formas/${id}/accept`, { by: 'Bob' }],
  ] as const)
    expect([path, (await send(method, path, body, bob)).status]).toEqual([path, 404])
  expect((await send('GET', '/api/pro-formas', undefined, bob)).body).toEqual([])
})
