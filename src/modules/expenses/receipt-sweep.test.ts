import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { attachReceipt, smallPdf } from '#server/testing/upload.ts'
import { sweepReceipt } from './receipt-sweep.job.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const receipt = async (): Promise<number> => (await attachReceipt(app, ada, smallPdf, 'bill.pdf')).body.id
const jobs = (id: number) =>
  app.sql<{ days: string }>(
    `select round(extract(epoch from run_at - now()) / 86400) as days from graphile_worker._private_jobs where (payload ->> 'fileId')::int = $1`,
    [id],
  )
const days = async (id: number) => (await jobs(id)).map((job) => Number(job.days))
/** Runs the file's waiting job now and waits until it ends. */
const sweepNow = async (id: number) => {
  const [before] = await app.sql<{ id: string }>(
    `update graphile_worker._private_jobs set run_at = now() where (payload ->> 'fileId')::int = $1 returning id`,
    [id],
  )
  await expect
    .poll(() => app.sql('select 1 from graphile_worker._private_jobs where id = $1', [before!.id]), { timeout: 60_000 })
    .toEqual([])
}
const expenseWith = (id: number | null) =>
  app.sql<{ id: number }>(
    `insert into expenses (user_id, category, description, amount, expense_date, receipt_file_id) values ($1, 'Travel', 'Taxi', 1, '2026-01-01', $2) returning id`,
    [ada.userId, id],
  )
const status = async (id: number) => (await app.send(ada, 'GET', `/api/receipts/${id}`)).status

test('a receipt that no expense uses is deleted after a day, row and bytes', async () => {
  const id = await receipt()
  const [file] = await app.sql<{ object_key: string }>('select object_key from files where id = $1', [id])
  expect([await days(id), await status(id)]).toEqual([[1], 200])
  await sweepNow(id)
  expect([await status(id), await app.objects.stat(file!.object_key)]).toEqual([404, null])
})

test('a receipt of an expense stays', async () => {
  const id = await receipt()
  await expenseWith(id)
  await sweepNow(id)
  expect([await status(id), await days(id)]).toEqual([200, []])
})

test('a receipt that an expense dropped is deleted a month later; that of a deleted expense stays as long as the expense can be restored', async () => {
  const id = await receipt()
  await app.database.asUser(ada.userId, (db) => sweepReceipt(db, id))
  expect(await days(id)).toEqual([31])
  await app.sql("insert into deleted_records (user_id, kind, id, record) values ($1, 'expenses', 77, $2)", [
    ada.userId,
    JSON.stringify({ id: 77, receipt_file_id: id }),
  ])
  await sweepNow(id)
  expect([await status(id), await days(id)]).toEqual([200, [1]])
  await app.sql("update deleted_records set deleted_at = now() - interval '31 days'")
  await sweepNow(id)
  expect([await status(id), await days(id), await app.sql('select 1 from deleted_records')]).toEqual([404, [], []])
})

test('during an outage of the storage row and bytes stay, and the next attempt deletes both', async () => {
  const s3 = await startS3Server()
  const other = await createTestApp({ sandbox: false, s3: s3.settings })
  try {
    const dora = await other.person('dora')
    const { id } = (await attachReceipt(other, dora, smallPdf, 'bill.pdf')).body
    const waiting = "from graphile_worker._private_jobs where payload ->> 'fileId' is not null"
    const now = () => other.sql("update graphile_worker._private_jobs set run_at = now() where payload ->> 'fileId' is not null")
    s3.failWith([400, 'NotNow'])
    await now()
    await expect
      .poll(() => other.sql(`select last_error is not null as failed ${waiting}`), { timeout: 60_000 })
      .toEqual([{ failed: true }])
    expect((await other.send(dora, 'GET', `/api/receipts/${id}`)).status).toBe(503)
    s3.failWith(null)
    expect((await other.send(dora, 'GET', `/api/receipts/${id}`)).status).toBe(200)
    await now()
    await expect.poll(() => other.sql(`select 1 ${waiting}`), { timeout: 60_000 }).toEqual([])
    expect((await other.send(dora, 'GET', `/api/receipts/${id}`)).status).toBe(404)
    expect([...s3.objects.keys()]).toEqual([])
  } finally {
    await other.close()
    await s3.close()
  }
})
