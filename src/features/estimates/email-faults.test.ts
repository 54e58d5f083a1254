import { expect, test } from 'vitest'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { insertEmail, requeueEmail } from '#server/domain/documents/emails/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { lockEstimate } from './read.ts'
import {
  accept,
  ada,
  app,
  email,
  estimate,
  holdMessages,
  kim,
  mailing,
  makeEstimate,
  messages,
  runRetriesNow,
  saved,
  send,
  startServer,
  url,
  waitForState,
  whileDown,
} from './testing/email-fixture.ts'

mailing()

test('with the mail server down the email stays queued with the reason, and arrives once the server is back', async () => {
  await whileDown(async () => {
    const { id } = (await send()).body.email
    await expect.poll(async () => (await email(id)).attempts, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await email(id)).toMatchObject({ state: 'queued', reason: "The mail server can't be reached: it refuses connections." })
    await startServer()
    await runRetriesNow()
    expect(await waitForState(id, 'accepted')).toMatchObject({ reason: null })
    expect(messages()).toHaveLength(1)
  })
})

test('an estimate that can no longer be answered isn’t sent, and the email says why', async () => {
  await whileDown(async () => {
    const [gone, draft, over, taken] = [await makeEstimate(), await makeEstimate(), await makeEstimate(), await makeEstimate()]
    const ids: number[] = []
    for (const { id } of [gone, draft, over, taken]) ids.push((await app.send(ada, 'POST', url('send-email', id))).body.email.id)
    const states = () =>
      app.sql<{ state: string; reason: string; attempts: number }>(
        'select state, reason, attempts from document_emails where id = any($1) order by id',
        [ids],
      )
    await expect.poll(async () => (await states()).every(({ attempts }) => attempts > 0), { timeout: 60_000 }).toBe(true)
    await app.send(ada, 'DELETE', `/api/estimates/${gone.id}`)
    await app.sql("update documents set status = 'draft' where id = $1", [draft.id])
    await app.sql("update documents set expiry_date = '2026-01-05' where id = $1", [over.id])
    expect((await accept(taken)).status).toBe(200)
    await runRetriesNow()
    await expect.poll(async () => (await states()).every(({ state }) => state === 'failed'), { timeout: 60_000 }).toBe(true)
    expect((await states()).map(({ reason }) => reason)).toEqual([
      'The estimate was deleted before it was sent.',
      'The estimate was changed back to a draft before it was sent.',
      'The estimate expired before it was sent.',
      'The estimate was accepted before it was sent.',
    ])
  })
})

test('an email of an invoice and one of an estimate that wait at the same time are each sent once', async () => {
  const { customerId } = await saved()
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const form = { customerId, issueDate: '2026-01-05', dueDate: '2030-02-04', lineItems }
  const made = await app.send(ada, 'POST', '/api/invoices', { ...form, invoiceNumber: `I-${estimate.number}` })
  await whileDown(async () => {
    await app.send(ada, 'POST', `/api/invoices/${made.body.id}/send-email`)
    // Its job is waiting for a retry: a job with the same key would replace it.
    const waiting = () => app.sql('select 1 from graphile_worker._private_jobs where attempts > 0 and locked_at is null')
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    const ofEstimate = (await send()).body.email.id
    await startServer()
    await runRetriesNow()
    await waitForState(ofEstimate, 'accepted')
    await expect
      .poll(
        () =>
          messages()
            .map(({ headers }) => headers.get('subject')?.split(' ')[0])
            .sort(),
        { timeout: 60_000 },
      )
      .toEqual(['Estimate', 'Invoice'])
  })
})

/** Runs `work` with the estimate locked while the outcome of one of its emails waits to be recorded. */
const beforeTheOutcome = async (work: (db: UserDb) => Promise<unknown>) => {
  const release = holdMessages()
  const { id } = (await send()).body.email
  await app.database.asUser(ada.userId, async (db) => {
    await lockEstimate(db, estimate.id)
    release()
    const waiting = () => app.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    await work(db)
  })
  await waitForState(id, 'accepted')
}

test('a retry while the outcome is recorded waits for it, and the email is sent once', async () => {
  await beforeTheOutcome(async (db) => {
    const [email] = await db.rows<{ id: number }>('select id from document_emails where document_id = $1', [estimate.id])
    await requeueEmail(db, estimateType, estimate.id, email!.id, { to: kim, cc: [] })
  })
  expect(messages()).toHaveLength(1)
})

test('the outcome of an email doesn’t hide a newer queued one', async () => {
  await beforeTheOutcome((db) => insertEmail(db, { documentId: estimate.id, to: kim, subject: 'Once more' }))
  expect((await saved()).emailState).toBe('queued')
})
