import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type S3Server, startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import { uploadLogo } from '#server/testing/upload.ts'
import { findLogo, getLogoPath, sweepLogo } from './logo-files.ts'

let app: TestApp
let ada: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
})

const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()
type Logo = { id: number; key: string; path: string }
const newLogo = async (of: TestApp, who: Person): Promise<Logo> => {
  const { body } = await uploadLogo(of, who, png)
  const [row] = await of.sql<{ id: number; key: string }>(`select id::int, object_key as key from files where object_key like '%' || $1`, [
    body.objectPath.slice(-32),
  ])
  return { ...row!, path: body.objectPath }
}
const waiting = (of: TestApp, { id }: Logo) =>
  of.sql<{ id: string; hours: string; failed: boolean }>(
    `select id, round(extract(epoch from run_at - now()) / 3600) as hours, last_error is not null as failed
     from graphile_worker._private_jobs where (payload ->> 'fileId')::int = $1`,
    [id],
  )
/** Runs the file's waiting job now and waits until it ends. */
const sweepNow = async (logo: Logo, of = app) => {
  expect((await waiting(of, logo)).map(({ hours }) => Number(hours))).toEqual([24])
  await of.sql(`update graphile_worker._private_jobs set run_at = now() where (payload ->> 'fileId')::int = $1`, [logo.id])
  await expect.poll(() => waiting(of, logo), { timeout: 60_000 }).toEqual([])
}
const letGo = (logo: Logo) => app.database.asUser(ada.userId, (db) => sweepLogo(db, logo.id))
const isThere = async ({ path, key }: Logo) => {
  const seen = (await app.send(ada, 'GET', path)).status === 200
  expect((await app.objects.stat(key)) !== null).toBe(seen)
  return seen
}
const saveProfile = async (logoUrl: string | null) => {
  const present = await app.call(ada, 'GET', '/api/business-profile')
  const saved = present
    ? await app.call(ada, 'PUT', `/api/business-profile/${present.id}`, { businessName: 'Acme', logoUrl })
    : await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Acme', logoUrl })
  expect(saved.logoUrl).toBe(logoUrl)
}
const send = async (kind: 'invoice' | 'estimate', ofApp = app, owner = ada): Promise<number> => {
  const records = createRecords(ofApp, owner)
  const number = `N-${++count}`
  const { id } =
    kind === 'invoice'
      ? await records.invoice({ invoiceNumber: number, status: 'sent' })
      : await records.estimate({ estimateNumber: number, status: 'sent' })
  return id
}

test('a logo URL finds a logo of its own user only', async () => {
  const bob = await app.person(`bob${count}`)
  const logo = await newLogo(app, ada)
  expect(logo.path).toBe(getLogoPath(logo.key))
  const find = (who: Person, path: string) => app.database.asUser(who.userId, (db) => findLogo(db, path))
  expect(await find(ada, logo.path)).toMatchObject({ id: logo.id, key: logo.key })
  expect(await find(bob, logo.path)).toBeNull()
  for (const path of [
    '',
    'x',
    logo.key,
    logo.path.slice(1),
    `${logo.path}0`,
    `${logo.path}\n`,
    logo.path.slice(0, -1),
    `https://evil.example${logo.path}`,
    `/objects/logos/../${logo.path}`,
    `/objects/logos/${'0'.repeat(32)}`,
    "/objects/logos/' or true --",
  ])
    expect([path, await find(ada, path)]).toEqual([path, null])
})

test('a logo that no profile uses is deleted after a day, row and bytes', async () => {
  const logo = await newLogo(app, ada)
  expect(await isThere(logo)).toBe(true)
  await sweepNow(logo)
  expect([await isThere(logo), await app.sql('select 1 from files where id = $1', [logo.id])]).toEqual([false, []])
})

test('the profile’s logo stays; one that the profile drops is deleted a day later', async () => {
  const logo = await newLogo(app, ada)
  await saveProfile(logo.path)
  await sweepNow(logo)
  expect(await isThere(logo)).toBe(true)
  await saveProfile(null)
  await letGo(logo)
  await sweepNow(logo)
  expect(await isThere(logo)).toBe(false)
})

test.each(['invoice', 'estimate'] as const)('the logo of a sent %s is never deleted, even after the document is', async (kind) => {
  const logo = await newLogo(app, ada)
  await saveProfile(logo.path)
  const id = await send(kind)
  const next = await newLogo(app, ada)
  await saveProfile(next.path)
  await letGo(logo)
  await sweepNow(logo)
  await app.send(ada, 'DELETE', `/api/${kind}s/${id}`)
  await letGo(logo)
  await sweepNow(logo)
  expect([await isThere(logo), await isThere(next)]).toEqual([true, true])
  // A logo that was never sent is deleted.
  await saveProfile(logo.path)
  await letGo(next)
  await sweepNow(next)
  expect([await isThere(logo), await isThere(next)]).toEqual([true, false])
})

test('during an outage of the storage row and bytes stay, and the next attempt deletes both', async () => {
  const s3: S3Server = await startS3Server()
  const other = await createTestApp({ sandbox: false, s3: s3.settings })
  try {
    const dora = await other.person('dora')
    const logo = await newLogo(other, dora)
    const now = () => other.sql("update graphile_worker._private_jobs set run_at = now() where payload ->> 'fileId' is not null")
    s3.failWith([400, 'NotNow'])
    await now()
    await expect.poll(async () => (await waiting(other, logo)).map(({ failed }) => failed), { timeout: 60_000 }).toEqual([true])
    expect((await other.send(dora, 'GET', logo.path)).status).toBe(503)
    s3.failWith(null)
    expect((await other.send(dora, 'GET', logo.path)).status).toBe(200)
    await now()
    await expect.poll(() => waiting(other, logo), { timeout: 60_000 }).toEqual([])
    expect([(await other.send(dora, 'GET', logo.path)).status, [...s3.objects.keys()]]).toEqual([404, []])
  } finally {
    await other.close()
    await s3.close()
  }
})

test('a PDF that was rendered without its logo is not cacheable; once the storage is back it is rendered with it', async () => {
  const s3: S3Server = await startS3Server()
  const other = await createTestApp({ sandbox: false, s3: s3.settings })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    const dora = await other.person('dora')
    const logo = await newLogo(other, dora)
    await other.send(dora, 'POST', '/api/business-profile', { businessName: 'Dora', logoUrl: logo.path })
    const url = `/api/invoices/${await send('invoice', other, dora)}/pdf`
    const get = (etag: unknown) => other.send(dora, 'GET', url, undefined, { 'if-none-match': String(etag) })
    s3.failWith([400, 'NotNow'])
    const without = await get('')
    expect([without.status, warned.mock.calls.length]).toEqual([200, 1])
    s3.failWith(null)
    const whole = await get(without.headers.etag)
    expect([whole.status, whole.bytes.length > without.bytes.length]).toEqual([200, true])
    expect((await get(whole.headers.etag)).status).toBe(304)
  } finally {
    warned.mockRestore()
    await other.close()
    await s3.close()
  }
})
