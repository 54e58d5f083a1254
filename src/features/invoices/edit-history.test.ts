import { expect, test } from 'vitest'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createEditFixture, lines } from './testing/edit-fixture.ts'

const { app, ada, send, sql, create, edit, one, edited, form } = createEditFixture()
const money = { amount: '10.00', paymentDate: '2026-03-09', paymentMethod: 'Cash' }
const record = (id: number) => send('POST', `/api/invoices/${id}/payments`, money)

test('requesting the current status records no event', async () => {
  const made = await create({ status: 'sent', dueDate: '2026-03-09' })
  const same = await edit(made.id, { status: 'sent', dueDate: '2026-03-09' })
  expect([same.body.status, same.body.version, await edited(made.id)]).toEqual(['overdue', made.version, []])
})

test('long texts are clipped around their first difference, and complete texts have no ellipsis', async () => {
  const longText = '😀'.repeat(301)
  const made = await create({ notes: longText })
  await edit(made.id, { notes: `${longText}!` })
  await edit(made.id, { notes: `${longText}!${'x'.repeat(600)}` })
  await edit(made.id, { notes: `${longText}!${'x'.repeat(599)}y` })
  const changed = (await edited(made.id)).map(({ changes }) => changes[0]!)
  const shared = `…${'x'.repeat(100)}`
  expect(changed).toEqual([
    { field: 'Notes', before: `${shared}x`, after: `${shared}y` },
    { field: 'Notes', before: `…${'😀'.repeat(99)}!`, after: `…${'😀'.repeat(99)}!${'x'.repeat(400)}…` },
    { field: 'Notes', before: longText, after: `${longText}!` },
  ])
})

test('a line’s quantity and price are recorded however long its description is', async () => {
  const long = { description: 'd'.repeat(600), quantity: 1, unitPrice: 10 }
  const made = await create({ lineItems: [long] })
  await edit(made.id, { lineItems: [{ ...long, unitPrice: 12 }] })
  const [{ changes }] = (await edited(made.id)) as [Awaited<ReturnType<typeof edited>>[number]]
  expect(changes.find(({ field }) => field === 'Line 1')).toEqual({
    field: 'Line 1',
    before: expect.stringMatching(/^…d{100}, 1 × \$10\.00$/),
    after: expect.stringMatching(/^…d{100}, 1 × \$12\.00$/),
  })
})

test('each payment and each void increments the version, so that saving an older copy is refused', async () => {
  const made = await create({ status: 'sent' })
  const { body } = await record(made.id)
  const stale = await edit(made.id, { version: made.version, notes: 'typed before the money came' })
  expect([stale.status, stale.body.current]).toEqual([409, expect.objectContaining({ amountPaid: '10.00' })])
  const { version } = await one(made.id)
  await send('DELETE', `/api/invoices/${made.id}/payments/${body.payment.id}`)
  expect((await edit(made.id, { version, notes: 'typed before it was undone' })).status).toBe(409)
})

test('an invoice with a total of zero and payments can’t leave ‘paid’, not even in the edit that sets the total to zero', async () => {
  const made = await create({ status: 'sent' })
  await edit(made.id, { status: 'paid' })
  const free = { lineItems: [{ description: 'Gift', quantity: 1, unitPrice: 0 }] }
  const refused = [409, 'This invoice asks for nothing, and has payments of $162.40. Undo them before you change its status.']
  const both = await edit(made.id, { ...free, status: 'sent' })
  expect([both.status, both.body.message]).toEqual(refused)
  expect((await edit(made.id, free)).body).toMatchObject({ status: 'paid', total: '0.00', amountPaid: '162.40' })
  for (const status of ['sent', 'overdue', 'draft']) {
    const reply = await edit(made.id, { ...free, status })
    expect([reply.status, reply.body.message]).toEqual(refused)
  }
})

test('deleting an item, restoring it and editing lines take the document lock before they touch a line', async () => {
  const items: number[] = []
  for (const name of ['Hour', 'Day']) items.push((await send('POST', '/api/items', { name, unitPrice: 10 })).body.id)
  const many = (description: string) => ({
    lineItems: Array.from({ length: 20 }, (_, i) => ({ ...lines[0], description: description, itemId: items[i % 2] })),
  })
  const made = await create(many('as it was made'))
  await send('DELETE', `/api/items/${items[1]}`)
  const waiting = () => sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", [])
  const { promise: allWaiting, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: markLocked } = Promise.withResolvers<void>()
  const holding = app().database.asUser(ada().userId, async (db) => {
    await lockDocuments(db)
    markLocked()
    await allWaiting
  })
  await isLocked
  const replies = [
    send('DELETE', `/api/items/${items[0]}`),
    send('POST', `/api/items/${items[1]}/restore`),
    edit(made.id, { lineItems: [lines[0]] }),
  ]
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(3).finally(release)
  await holding
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([204, 200, 200])
  expect((await one(made.id)).lineItems).toMatchObject([{ description: 'Design', itemId: null }])
})

test('an item that is deleted while a document with it is created: the document has the item before, or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const item = (await send('POST', '/api/items', { name: 'Hour', unitPrice: 10 })).body
    const body = form({ invoiceNumber: `WITH-${round}`, lineItems: [{ ...lines[0], itemId: item.id }] })
    const [created, deleted] = await Promise.all([send('POST', '/api/invoices', body), send('DELETE', `/api/items/${item.id}`)])
    expect(deleted.status).toBe(204)
    expect([201, 404]).toContain(created.status)
    if (created.status === 201) expect((await one(created.body.id)).lineItems[0].itemId).toBeNull()
    else expect(created.body.message).toBe('Item not found')
  }
})

test('a quantity is formatted alike on the PDF, the pay page and in the history', async () => {
  const made = await create({ lineItems: [{ description: 'Nails', quantity: '1234.50', unitPrice: '0.01' }] })
  const [page] = await readPageTexts((await app().send(ada(), 'GET', `/api/invoices/${made.id}/pdf`)).bytes)
  expect(page).toContain('Nails1,234.5$0.01')
})
