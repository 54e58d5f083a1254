import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { soakCount } from '#shared/testing/soak.ts'
import { beginExport, readJson, readText, waitForExport } from './testing/archive.ts'
import { createManyFiles, createManyInvoices, getDownloadUrl, readAll, readFirstChunk, totalBytes } from './testing/download.ts'

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

test('a download that is aborted fails, and another can start at once', async () => {
  await createManyFiles(app, ada)
  const id = await beginExport(app, ada)
  const first = await readFirstChunk(app, ada, id)
  expect(first.status).toBe(200)
  // While it runs, no other download starts, of the same export or of another.
  for (const other of [id, await beginExport(app, ada)]) {
    const second = await app.send(ada, 'GET', getDownloadUrl(other))
    expect([second.status, readRefusal(second).message]).toEqual([409, expect.stringContaining('running already')])
  }
  expect((await app.call(ada, 'GET', `/api/account/exports/${id}`)).state).toBe('running')
  first.leave()
  expect(await waitForExport(app, ada, id)).toMatchObject({ state: 'failed' })
  const again = await readFirstChunk(app, ada, id)
  expect(again.status).toBe(200)
  again.leave()
  await waitForExport(app, ada, id)
})

test('of two concurrent downloads one runs', async () => {
  await createManyFiles(app, ada)
  const ids = [await beginExport(app, ada), await beginExport(app, ada)]
  const both = await Promise.all(ids.map((id) => fetch(new URL(getDownloadUrl(id), app.origin), { headers: { cookie: ada.cookie } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const reply of both) await reply.body?.cancel()
  for (const id of ids) await waitForExport(app, ada, id)
})

test('an export whose server died counts as failed after a minute, and can be taken over; the old download saves nothing more', async () => {
  await createManyFiles(app, ada)
  const id = await beginExport(app, ada)
  const old = await readFirstChunk(app, ada, id)
  await app.sql("update data_exports set updated_at = now() - interval '61 seconds' where id = $1", [id])
  expect((await app.call(ada, 'GET', `/api/account/exports/${id}`)).state).toBe('failed')
  const other = await readFirstChunk(app, ada, await beginExport(app, ada))
  expect(other.status).toBe(200)
  const [row] = await app.sql<{ state: string }>('select state from data_exports where id = $1', [id])
  expect(row!.state).toBe('failed')
  // The old archive is cut off, and does not affect the other one.
  await expect(readAll(old, 30)).rejects.toThrow()
  expect(await readAll(other)).toBeGreaterThan(totalBytes - 600_000)
})

test('a download that breaks does not look complete', async () => {
  await createManyFiles(app, ada)
  const id = await beginExport(app, ada)
  const running = await readFirstChunk(app, ada, id)
  // Its row is deleted, as with the account.
  await app.sql('delete from data_exports where id = $1', [id])
  await expect(readAll(running, 30)).rejects.toThrow()
  await expect.poll(() => lines.at(-1)).toContain(`Export ${id} of user ${ada.userId} ended before it was whole`)
})

test('a failure before the first byte is a server error, and the next download works', async () => {
  await createManyInvoices(app, ada, 1)
  const id = await beginExport(app, ada)
  await app.sql('alter table document_emails rename to document_emails_away')
  try {
    expect((await app.send(ada, 'GET', getDownloadUrl(id))).status).toBe(500)
    expect(await waitForExport(app, ada, id)).toMatchObject({ state: 'failed' })
  } finally {
    await app.sql('alter table document_emails_away rename to document_emails')
  }
  expect((await app.send(ada, 'GET', getDownloadUrl(id))).status).toBe(200)
})

test('the archive is created at the pace of the reader, without buffering', async () => {
  await createManyFiles(app, ada)
  const id = await beginExport(app, ada)
  const slow = await readFirstChunk(app, ada, id)
  // Once all buffers are full, nothing more is created: the count of files does not change.
  const done = async () => (await app.sql<{ files_done: number }>('select files_done from data_exports where id = $1', [id]))[0]!.files_done
  for (let before = -1, now = await done(); now !== before || now === 0; now = await done()) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  expect(await done()).toBeLessThan(80)
  expect(await readAll(slow)).toBeGreaterThan(totalBytes)
  expect(await waitForExport(app, ada, id)).toMatchObject({ state: 'done', filesTotal: 124, filesDone: 124 })
})

/** 300 take half a minute. */
const exported = soakCount(20, 300)

test('every invoice is rendered, with little memory', async () => {
  await createManyInvoices(app, ada, exported)
  await createManyFiles(app, ada)
  const id = await beginExport(app, ada)
  const running = await readFirstChunk(app, ada, id)
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
  expect(await waitForExport(app, ada, id)).toMatchObject({ state: 'done', filesTotal: exported + 124, filesDone: exported + 124 })
  expect(bytes).toBeGreaterThan(totalBytes)
  expect(most).toBeLessThan(150_000_000)
}, 400_000)

test('a document that is deleted during the export is in the data, and its PDF is listed as missing', async () => {
  await createManyInvoices(app, ada, 30)
  const id = await beginExport(app, ada)
  const reply = await fetch(new URL(getDownloadUrl(id), app.origin), { headers: { cookie: ada.cookie } })
  const reader = reply.body!.getReader()
  const pieces = [(await reader.read()).value!]
  // The data is read by now.
  await app.sql("update documents set deleted_at = now() where user_id = $1 and type = 'invoice' and number = 'I-30'", [ada.userId])
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
  }
  const archive = unzipSync(Buffer.concat(pieces))
  expect(readJson(archive, 'invoices').map((invoice) => invoice.invoiceNumber)).toContain('I-30')
  expect(readText(archive, 'problems.txt')).toBe('Invoice I-30 was deleted while this archive was being made: its PDF is missing.\n')
}, 400_000)

test('a snapshot transaction sees no concurrent changes, and cannot write', async () => {
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
