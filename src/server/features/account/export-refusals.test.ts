import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { attach, pdf } from '#server/testing/upload.ts'
import { begin, ended, exported, jsonIn, textOf } from './testing/archive.ts'
import { fullLife } from './testing/full-life.ts'

let app: TestApp
let ada: Person
let count = 0
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: (line) => lines.push(line) })
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
})

const urlOf = (id: number) => `/api/account/exports/${id}/download`
/** Begins to read an archive and stops after its first piece. */
const partOf = async (who: Person, id: number) => {
  const stop = new AbortController()
  const reply = await fetch(new URL(urlOf(id), app.origin), { headers: { cookie: who.cookie }, signal: stop.signal })
  const reader = reply.body!.getReader()
  await reader.read()
  return { status: reply.status, reader, leave: () => stop.abort() }
}
/** Takes the rest, with a pause after each piece. @returns how much that was, in bytes */
const readAll = async ({ reader }: Awaited<ReturnType<typeof partOf>>, pauseMs = 0): Promise<number> => {
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.length
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
/** Receipts, of which no buffer on the way holds all: 60 of 400 kB. */
const manyFiles = async (who: Person) => {
  const bytes = randomBytes(400_000)
  for (let n = 0; n < 60; n++) {
    const key = `files/${who.userId}/${randomBytes(16).toString('hex')}`
    await app.objects.put(key, bytes, 'application/pdf')
    await app.sql(
      "insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'receipt', $2, $3, 'application/pdf', 400000)",
      [who.userId, key, `${n}.pdf`],
    )
  }
}
const wholeBytes = 60 * 400_000
const manyInvoices = (who: Person, n: number) =>
  app.sql(
    `with c as (insert into customers (user_id, name) values ($1, 'Acme') returning id),
     made as (insert into invoices (user_id, customer_id, invoice_number, issue_date, due_date, subtotal, tax_amount, total)
       select $1, c.id, 'I-' || n, '2026-01-01', '2026-01-31', 2, 0, 2 from c, generate_series(1, $2::int) n returning id),
     lines as (insert into invoice_line_items (user_id, invoice_id, position, description, quantity, unit_price, total)
       select $1, id, 0, 'Hour', 1, 2, 2 from made)
     insert into public_invoices (public_id, user_id, invoice_id) select 'public-' || $1 || '-' || id, $1, id from made`,
    [who.userId, n],
  )

test('a visitor gets no export and a stranger none of others', async () => {
  const id = await begin(app, ada)
  const bob = await app.person(`bob${count}`)
  for (const [method, url] of [
    ['GET', `/api/account/exports/${id}`],
    ['GET', urlOf(id)],
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
  expect((await app.send(ada, 'GET', `/api/account/exports/${id}`)).body).toEqual({
    ...{ id, state: 'waiting', filesTotal: 31, filesDone: 0, bytesSent: 0, createdAt: expect.any(String) },
  })
})

test('the eleventh export of a day is refused', async () => {
  for (let n = 0; n < 10; n++) expect((await app.send(ada, 'POST', '/api/account/exports')).status).toBe(201)
  const eleventh = await app.send(ada, 'POST', '/api/account/exports')
  expect([eleventh.status, eleventh.body.message]).toEqual([429, expect.stringContaining('10 exports within a day')])
  // A day later there is room again, and what is older than a month is forgotten.
  await app.sql("update data_exports set created_at = now() - interval '25 hours' where user_id = $1", [ada.userId])
  expect((await app.send(ada, 'POST', '/api/account/exports')).status).toBe(201)
  await app.sql("update data_exports set created_at = now() - interval '31 days' where user_id = $1", [ada.userId])
  await app.runners.find(({ name }) => name === 'account.exports-sweep')!.run({ userId: ada.userId })
  expect(await app.sql('select 1 from data_exports where user_id = $1', [ada.userId])).toEqual([])
})

test('an empty account has an archive too, and so has one whose plan has ended', async () => {
  const empty = await exported(app, ada)
  expect(jsonIn(empty.archive, 'customers')).toEqual([])
  expect(jsonIn(empty.archive, 'business-profile')).toBe(null)
  await fullLife(app, ada)
  await app.sql("update users set subscription_status = 'canceled', trial_invoices_used = 10 where id = $1", [ada.userId])
  expect(jsonIn((await exported(app, ada)).archive, 'invoices')).toHaveLength(4)
})

test('no key, hash, seal or token of any kind is in an archive', async () => {
  const life = await fullLife(app, ada)
  const secret = (name: string) => `PLANTED-${name}`
  await app.sql(
    `insert into payment_attempts (user_id, id, invoice_id, provider, account_id, ref, url, amount, invoice_version, status, found)
     values ($1, 'att1', $2, 'paypal', 'paypal-x', 'REF1', $3, 5, 1, 'review', '[{"ref":"R","amount":1234,"currency":"usd"}]')`,
    [ada.userId, life.sent.id, secret('pay-url')],
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
  const { archive, bytes } = await exported(app, ada)
  const everything = Buffer.concat([bytes, ...Object.values(archive).map((file) => Buffer.from(file))])
  for (const word of ['PLANTED-', ...keys, Buffer.from(secret('sealed')).toString('base64'), ada.cookie.split('=')[1]!.slice(0, 20)])
    expect([word, everything.includes(word)]).toEqual([word, false])
  expect(everything.includes(Buffer.from(secret('webhook')).toString('hex'))).toBe(false)
  expect(jsonIn(archive, 'payment-attempts')).toEqual([
    expect.objectContaining({ ref: 'REF1', amount: '5.00', found: [{ ref: 'R', amount: '12.34', currency: 'usd' }] }),
  ])
})

test('what can’t be put in is named, and the rest is there', async () => {
  const gone = (await attach(app, ada, pdf, 'lost.pdf')).body
  await attach(app, ada, pdf, 'kept.pdf')
  const [file] = await app.sql<{ object_key: string }>('select object_key from files where id = $1', [gone.id])
  await app.objects.remove(file!.object_key)
  await manyInvoices(ada, 2)
  // One that can't be drawn.
  await app.sql(
    `update invoices set status = 'sent', customer_as_sent = '{"name":"Acme"}', business_as_sent = '{"name":"Ada","language":"none"}'
     where user_id = $1 and invoice_number = 'I-1'`,
    [ada.userId],
  )
  const { archive, id } = await exported(app, ada)
  expect(textOf(archive, 'problems.txt')).toBe(
    'Invoice I-1 could not be drawn as a PDF. What it says is in json/invoices.json.\nThe file "lost.pdf" is gone from where files are kept.\n',
  )
  expect([archive['receipts/kept.pdf'] !== undefined, archive['receipts/lost.pdf']]).toEqual([true, undefined])
  expect([archive['pdf/invoices/Invoice-I-2.pdf'] !== undefined, archive['pdf/invoices/Invoice-I-1.pdf']]).toEqual([true, undefined])
  expect(await ended(app, ada, id)).toMatchObject({ state: 'done', filesTotal: 35, filesDone: 35 })
})

test('whoever goes away in the middle has a failed export, and may begin another at once', async () => {
  await manyFiles(ada)
  const id = await begin(app, ada)
  const first = await partOf(ada, id)
  expect(first.status).toBe(200)
  // While it runs, no second one does: neither the same again nor another.
  for (const other of [id, await begin(app, ada)]) {
    const second = await app.send(ada, 'GET', urlOf(other))
    expect([second.status, second.body.message]).toEqual([409, expect.stringContaining('running already')])
  }
  expect((await app.send(ada, 'GET', `/api/account/exports/${id}`)).body.state).toBe('running')
  first.leave()
  expect(await ended(app, ada, id)).toMatchObject({ state: 'failed' })
  const again = await partOf(ada, id)
  expect(again.status).toBe(200)
  again.leave()
  await ended(app, ada, id)
})

test('of two at once one runs', async () => {
  await manyFiles(ada)
  const ids = [await begin(app, ada), await begin(app, ada)]
  const both = await Promise.all(ids.map((id) => fetch(new URL(urlOf(id), app.origin), { headers: { cookie: ada.cookie } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const reply of both) await reply.body?.cancel()
  for (const id of ids) await ended(app, ada, id)
})

test('one whose server died counts as failed after a minute, and is taken over; the old one doesn’t write any more', async () => {
  await manyFiles(ada)
  const id = await begin(app, ada)
  const old = await partOf(ada, id)
  await app.sql("update data_exports set updated_at = now() - interval '61 seconds' where id = $1", [id])
  expect((await app.send(ada, 'GET', `/api/account/exports/${id}`)).body.state).toBe('failed')
  const other = await partOf(ada, await begin(app, ada))
  expect(other.status).toBe(200)
  const [row] = await app.sql<{ state: string }>('select state from data_exports where id = $1', [id])
  expect(row!.state).toBe('failed')
  // The half archive ends as a broken one, and leaves the other alone.
  await expect(readAll(old, 30)).rejects.toThrow()
  expect(await readAll(other)).toBeGreaterThan(wholeBytes - 600_000)
})

test('a download that breaks in the middle doesn’t look whole', async () => {
  await manyFiles(ada)
  const id = await begin(app, ada)
  const running = await partOf(ada, id)
  // Its row goes, as when the account does.
  await app.sql('delete from data_exports where id = $1', [id])
  await expect(readAll(running, 30)).rejects.toThrow()
  await expect.poll(() => lines.at(-1)).toContain(`Export ${id} of user ${ada.userId} ended before it was whole`)
})

test('one that breaks before its first byte is told as our fault, and the next one works', async () => {
  await manyInvoices(ada, 1)
  const id = await begin(app, ada)
  await app.sql('alter table invoice_emails rename to invoice_emails_away')
  try {
    expect((await app.send(ada, 'GET', urlOf(id))).status).toBe(500)
    expect(await ended(app, ada, id)).toMatchObject({ state: 'failed' })
  } finally {
    await app.sql('alter table invoice_emails_away rename to invoice_emails')
  }
  expect((await app.send(ada, 'GET', urlOf(id))).status).toBe(200)
})

test('it is made at the reader’s pace: for whoever doesn’t read nothing is gathered', async () => {
  await manyFiles(ada)
  const id = await begin(app, ada)
  const slow = await partOf(ada, id)
  // Nothing more is made once the buffers on the way are full: the count of files stands still.
  const done = async () => (await app.sql<{ files_done: number }>('select files_done from data_exports where id = $1', [id]))[0]!.files_done
  for (let before = -1, now = await done(); now !== before || now === 0; now = await done()) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  expect(await done()).toBeLessThan(80)
  expect(await readAll(slow)).toBeGreaterThan(wholeBytes)
  expect(await ended(app, ada, id)).toMatchObject({ state: 'done', filesTotal: 91, filesDone: 91 })
})

test('300 invoices become 300 PDFs, and little stays in memory', async () => {
  await manyInvoices(ada, 300)
  await manyFiles(ada)
  const id = await begin(app, ada)
  const running = await partOf(ada, id)
  global.gc?.()
  const before = process.memoryUsage().rss
  let most = 0
  let bytes = 0
  for (;;) {
    const { done, value } = await running.reader.read()
    if (done) break
    bytes += value.length
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  expect(await ended(app, ada, id)).toMatchObject({ state: 'done', filesTotal: 391, filesDone: 391 })
  expect(bytes).toBeGreaterThan(wholeBytes)
  expect(most).toBeLessThan(150_000_000)
}, 180_000)

test('what is deleted while the archive is made is in its data still, and its PDF is named as missing', async () => {
  await manyInvoices(ada, 30)
  const id = await begin(app, ada)
  const reply = await fetch(new URL(urlOf(id), app.origin), { headers: { cookie: ada.cookie } })
  const reader = reply.body!.getReader()
  const pieces = [(await reader.read()).value!]
  // The data is read by now.
  await app.sql("update invoices set deleted_at = now() where user_id = $1 and invoice_number = 'I-30'", [ada.userId])
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
  }
  const archive = unzipSync(Buffer.concat(pieces))
  expect(jsonIn(archive, 'invoices').map((invoice: { invoiceNumber: string }) => invoice.invoiceNumber)).toContain('I-30')
  expect(textOf(archive, 'problems.txt')).toBe('Invoice I-30 was deleted while this archive was being made: its PDF is missing.\n')
}, 60_000)

test('a transaction of one moment sees nothing of what others do meanwhile, and writes nothing', async () => {
  const names = await app.database.atOneMoment(ada.userId, async (db) => {
    const count = async () => (await db.rows('select 1 from customers where user_id = $1', [ada.userId])).length
    const before = await count()
    await app.send(ada, 'POST', '/api/customers', { name: 'Late' })
    return [before, await count()]
  })
  expect(names).toEqual([0, 0])
  const write = app.database.atOneMoment(ada.userId, (db) =>
    db.rows("insert into customers (user_id, name) values ($1, 'x')", [ada.userId]),
  )
  await expect(write).rejects.toThrow(/read-only/)
})
