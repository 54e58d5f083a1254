import { expect, test } from 'vitest'
import {
  accept,
  ada,
  app,
  createReviewFixture,
  events,
  invoices,
  listOwnerNotifications,
  make,
  readPublic,
  type SentEstimate,
  saved,
} from './testing/review-fixture.ts'

createReviewFixture()

/** Expects an acceptance without an invoice. */
const stands = async (of: SentEstimate) => {
  expect(await saved(of)).toMatchObject({ status: 'accepted', invoice: null, answer: { by: 'Kim Lee' } })
  expect((await readPublic(of.publicId)).body).toMatchObject({ state: 'accepted', invoicePath: null })
  expect((await events(of)).map(({ kind }) => kind)).toEqual(['accepted', 'sent', 'created'])
  // Nothing of an invoice is left, apart from that of invoices without an estimate.
  for (const [table, id] of [
    ['events', "subject_type = 'invoice' and subject_id"],
    ['public_links', "type = 'invoice' and document_id"],
    ['document_lines', 'document_id'],
  ] as const)
    expect([
      table,
      await app.sql(
        `select 1 from ${table} where user_id = $1 and ${id} not in (select id from documents where user_id = $1 and source_document_id is null)`,
        [ada.userId],
      ),
    ]).toEqual([table, []])
}
const trial = async () =>
  (await app.sql<{ used: number }>('select trial_invoices_used as used from users where id = $1', [ada.userId]))[0]!.used
const convert = (of: SentEstimate) => app.send(ada, 'POST', `/api/estimates/${of.id}/convert`)

test('with the trial over the acceptance stands, the owner is told what to do, and converts it after subscribing', async () => {
  const of = await make()
  await app.sql('update users set trial_invoices_used = 10 where id = $1', [ada.userId])
  expect((await accept(of)).status).toBe(200)
  await stands(of)
  expect([await invoices(), await trial()]).toEqual([[], 10])
  const [note, ...more] = await listOwnerNotifications(of)
  expect(more).toEqual([])
  expect(note!.subject).toBe(`Estimate ${of.number} accepted by Kim Lee`)
  expect(note!.text).toContain(
    "No invoice was created, because your free trial has expired. Choose a plan, then open the estimate and choose 'Convert to Invoice'.",
  )
  expect(note!.text).toContain(`Choose a plan:\n${app.origin}/subscribe\n`)
  expect(await convert(of)).toMatchObject({ status: 403, body: { requiresSubscription: true } })
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  // A repeated acceptance doesn't start another conversion; the owner has to convert it now.
  expect((await accept(of)).body.state).toBe('accepted')
  expect(await invoices()).toEqual([])
  const converted = await convert(of)
  expect([converted.status, converted.body.estimateId, converted.body.total]).toEqual([200, of.id, '162.65'])
  expect((await saved(of)).answer).toMatchObject({ by: 'Kim Lee' })
  expect(await listOwnerNotifications(of)).toHaveLength(1)
})

test('with no invoice number left the acceptance stands, and the owner is told why', async () => {
  const of = await make()
  const { customerId } = await saved(of)
  const pattern = { prefix: 'LAST-', date: 'none', padding: 4, restart: 'never', nextCounter: 1 }
  expect((await app.send(ada, 'PUT', '/api/invoice-numbering', pattern)).status).toBe(200)
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: 1 }]
  const last = { customerId, invoiceNumber: 'LAST-99999999', issueDate: '2026-01-05', dueDate: '2026-02-05', lineItems }
  expect((await app.send(ada, 'POST', '/api/invoices', last)).status).toBe(201)
  expect((await accept(of)).status).toBe(200)
  await stands(of)
  expect([(await invoices()).length, await trial()]).toEqual([1, 1])
  const [note] = await listOwnerNotifications(of)
  expect(note!.text).toMatch(
    /No invoice was created\. The invoice number LAST-99999999 is taken.* Then open the estimate and choose 'Convert to Invoice'\.\n/,
  )
  expect(note!.text).toContain(`Open estimate:\n${app.origin}/estimates/${of.id}\n`)
})

test('a conversion that fails halfway is rolled back', async () => {
  const of = await make()
  // The database refuses the last statement of a conversion with an error that has a message for the user.
  await app.sql(`create function refuse_lines() returns trigger language plpgsql as $$ begin
    raise exception 'refused' using errcode = 'foreign_key_violation', constraint = 'document_lines_item_fk'; end $$`)
  await app.sql('create trigger refuse_lines before insert on document_lines for each row execute function refuse_lines()')
  try {
    expect((await accept(of)).status).toBe(200)
  } finally {
    await app.sql('drop trigger refuse_lines on document_lines')
  }
  await stands(of)
  expect([await invoices(), await trial()]).toEqual([[], 0])
  expect((await listOwnerNotifications(of))[0]!.text).toContain('No invoice was created. Item not found. Then open the estimate')
  expect((await convert(of)).status).toBe(200)
})

test('any other failure rolls the acceptance back, so that it can be repeated', async () => {
  const of = await make()
  await app.sql("alter table documents add constraint no_more check (type <> 'invoice') not valid")
  try {
    expect((await accept(of)).status).toBe(500)
  } finally {
    await app.sql('alter table documents drop constraint no_more')
  }
  expect(await saved(of)).toMatchObject({ status: 'sent', answer: null, version: of.version })
  expect(await listOwnerNotifications(of)).toEqual([])
  expect((await accept(of)).body.state).toBe('accepted')
})

test('an acceptance whose invoice was deleted creates no second one, and the owner is told why', async () => {
  const of = await make()
  const { body } = await convert(of)
  await app.send(ada, 'DELETE', `/api/invoices/${body.id}`)
  await app.sql("update documents set status = 'sent' where id = $1", [of.id])
  const { version } = await saved(of)
  expect((await accept({ ...of, version })).body.state).toBe('accepted')
  expect(await invoices()).toHaveLength(1)
  const [note] = await listOwnerNotifications(of)
  expect(note!.text).toContain(
    `No invoice was created. This estimate became invoice ${body.invoiceNumber}, which was deleted. Duplicate the estimate to convert it again.\n`,
  )
})
