import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFullAccount } from '#features/account/testing/full-account.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { attachReceipt, smallPdf } from '#server/testing/upload.ts'
import { beginExport, exportAccount, readJson, readText, waitForExport } from './testing/archive.ts'
import { createManyInvoices, getDownloadUrl } from './testing/download.ts'

let app: TestApp
let ada: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
})

test('a visitor cannot export, and other users cannot read an export', async () => {
  const id = await beginExport(app, ada)
  const bob = await app.person(`bob${count}`)
  for (const [method, url] of [
    ['GET', `/api/account/exports/${id}`],
    ['GET', getDownloadUrl(id)],
  ] as const) {
    expect((await app.send(null, method, url)).status).toBe(401)
    expect([(await app.send(bob, method, url)).status, (await app.send(ada, method, url.replace(String(id), '999999'))).status]).toEqual([
      404, 404,
    ])
    for (const bad of ['0', '-1', 'x', '99999999999', '%00'])
      expect([bad, (await app.send(ada, method, url.replace(String(id), bad))).status]).toEqual([bad, 404])
  }
  expect((await app.send(null, 'POST', '/api/account/exports')).status).toBe(401)
  expect((await app.send(ada, 'POST', '/api/account/exports', { userId: bob.userId })).status).toBe(400)
  expect(await app.call(ada, 'GET', `/api/account/exports/${id}`)).toEqual({
    ...{ id, state: 'waiting', filesTotal: 64, filesDone: 0, bytesSent: 0, createdAt: expect.any(String) },
  })
})

test('the eleventh export of a day is refused', async () => {
  for (let n = 0; n < 10; n++) expect((await app.send(ada, 'POST', '/api/account/exports')).status).toBe(201)
  const eleventh = await app.send(ada, 'POST', '/api/account/exports')
  expect([eleventh.status, readRefusal(eleventh).message]).toEqual([429, expect.stringContaining('10 exports within a day')])
  // A day later exports are possible again, and records older than a month are deleted.
  await app.sql("update data_exports set created_at = now() - interval '25 hours' where user_id = $1", [ada.userId])
  expect((await app.send(ada, 'POST', '/api/account/exports')).status).toBe(201)
  await app.sql("update data_exports set created_at = now() - interval '31 days' where user_id = $1", [ada.userId])
  await app.runners.find(({ name }) => name === 'account.exports-sweep')!.run({ userId: ada.userId })
  expect(await app.sql('select 1 from data_exports where user_id = $1', [ada.userId])).toEqual([])
})

test('an empty account can be exported, and so can one without a plan', async () => {
  const empty = await exportAccount(app, ada)
  expect(readJson(empty.archive, 'customers')).toEqual([])
  expect(readJson(empty.archive, 'business-profile')).toEqual([null])
  await createFullAccount(app, ada)
  await app.sql("update users set subscription_status = 'canceled', trial_invoices_used = 10 where id = $1", [ada.userId])
  expect(readJson((await exportAccount(app, ada)).archive, 'invoices')).toHaveLength(4)
})

test('no key, hash, checksum or token is in an archive', async () => {
  const account = await createFullAccount(app, ada)
  const secret = (name: string) => `PLANTED-${name}`
  await app.sql(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, ref, url, amount, document_version, status, found)
     values ($1, 'att1', $2, 'paypal', 'paypal-x', 'REF1', $3, 5.00, 1, 'review', '[{"ref":"R","amount":"12.34","currency":"usd"}]')`,
    [ada.userId, account.sent.id, secret('pay-url')],
  )
  await app.sql('update payment_credentials set secret_last4 = $2, key_id = $3, sealed_secret = $4 where user_id = $1', [
    ada.userId,
    secret('last4'),
    secret('key-id'),
    Buffer.from(secret('sealed')),
  ])
  await app.sql(
    `insert into webhook_endpoints (user_id, provider, account_id, token, url, key_id, sealed_secret)
     values ($1, 'paypal', 'paypal-x', $2, $3, 'k', $4)`,
    [ada.userId, secret('token'), secret('url'), Buffer.from(secret('webhook'))],
  )
  await app.sql('update business_profiles set stripe_publishable_key = $2, paypal_client_id = $2 where user_id = $1', [
    ada.userId,
    secret('shown'),
  ])
  await app.sql('update users set subscription_attempt_id = $2 where id = $1', [ada.userId, secret('attempt')])
  await app.sql('insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $2)', [ada.userId, secret('idempotency')])
  const keys = (await app.sql<{ object_key: string }>('select object_key from files where user_id = $1', [ada.userId])).map(
    (row) => row.object_key,
  )
  const { archive, bytes } = await exportAccount(app, ada)
  const everything = Buffer.concat([bytes, ...Object.values(archive).map((file) => Buffer.from(file))])
  for (const word of ['PLANTED-', ...keys, Buffer.from(secret('sealed')).toString('base64'), ada.cookie.split('=')[1]!.slice(0, 20)])
    expect([word, everything.includes(word)]).toEqual([word, false])
  expect(everything.includes(Buffer.from(secret('webhook')).toString('hex'))).toBe(false)
  expect(readJson(archive, 'payment-attempts')).toEqual([
    expect.objectContaining({ ref: 'REF1', amount: '5.00', found: [{ ref: 'R', amount: '12.34', currency: 'usd' }] }),
  ])
})

test('files that cannot be added are named, and the rest is complete', async () => {
  const gone = (await attachReceipt(app, ada, smallPdf, 'lost.pdf')).body
  await attachReceipt(app, ada, smallPdf, 'kept.pdf')
  const [file] = await app.sql<{ object_key: string }>('select object_key from files where id = $1', [gone.id])
  await app.objects.remove(file!.object_key)
  await createManyInvoices(app, ada, 2)
  // A document that cannot be rendered.
  await app.sql(
    `update documents set status = 'sent', customer_snapshot = '{"name":"Acme"}', business_snapshot = '{"name":"Ada","language":"none"}'
     where user_id = $1 and type = 'invoice' and number = 'I-1'`,
    [ada.userId],
  )
  const { archive, id } = await exportAccount(app, ada)
  expect(readText(archive, 'problems.txt')).toBe(
    'Invoice I-1 could not be drawn as a PDF. What it says is in json/invoices.json.\nThe file "lost.pdf" is gone from where files are kept.\n',
  )
  expect([archive['receipts/kept.pdf'] !== undefined, archive['receipts/lost.pdf']]).toEqual([true, undefined])
  expect([archive['pdf/invoices/Invoice-I-2.pdf'] !== undefined, archive['pdf/invoices/Invoice-I-1.pdf']]).toEqual([true, undefined])
  expect(await waitForExport(app, ada, id)).toMatchObject({ state: 'done', filesTotal: 68, filesDone: 68 })
})
