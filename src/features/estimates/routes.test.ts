import { describe, expect, test } from 'vitest'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { createEstimateFixture, lines } from './testing/estimate-fixture.ts'

const { app, ada, stranger, send, sql, ask, create, edit, convert, one, history } = createEstimateFixture()

const edited = async (id: number) => (await history('estimates', id)).filter(({ kind }) => kind === 'edited')

describe('an edit', () => {
  test('changes every field, recomputes the totals, and records each change with its author', async () => {
    const made = await create()
    const beta = (await send('POST', '/api/customers', { name: 'Beta' })).body.id
    const reply = await edit(made.id, {
      customerId: beta,
      estimateNumber: 'EST-2',
      issueDate: '2026-03-06',
      expiryDate: '2026-04-05',
      taxRate: 10,
      notes: 'Thank you',
      terms: '30 days',
      lineItems: [lines[0], { description: 'Hour', quantity: 2, unitPrice: 80 }],
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ version: made.version + 1, customer: { name: 'Beta', company: null }, total: '340.99' })
    expect(await one(made.id)).toEqual(reply.body)
    const [event] = await edited(made.id)
    expect([event!.by, event!.changes]).toEqual([
      `${ada().email.split('@')[0]} Tester`,
      [
        { field: 'Customer', before: 'Acme', after: 'Beta' },
        { field: 'Estimate number', before: 'EST-1', after: 'EST-2' },
        { field: 'Issue date', before: 'Mar 05, 2026', after: 'Mar 06, 2026' },
        { field: 'Expiry date', before: 'Apr 04, 2026', after: 'Apr 05, 2026' },
        { field: 'Subtotal', before: '$150.02', after: '$309.99' },
        { field: 'Tax rate', before: '8.25%', after: '10.0%' },
        { field: 'Tax amount', before: '$12.38', after: '$31.00' },
        { field: 'Total', before: '$162.40', after: '$340.99' },
        { field: 'Notes', before: null, after: 'Thank you' },
        { field: 'Terms', before: null, after: '30 days' },
        { field: 'Line 2', before: 'Hosting, 3 × $0.01', after: 'Hour, 2 × $80.00' },
      ],
    ])
  })

  test('without changes writes nothing', async () => {
    const made = await create({ taxAmount: '10.00' })
    expect((await edit(made.id, { status: 'draft' })).body).toEqual(made)
    expect(await edited(made.id)).toEqual([])
  })

  test('keeps a custom tax amount while rate and lines are unchanged, and recomputes it when they change', async () => {
    const { id } = await create({ taxAmount: '10.00' })
    expect((await edit(id, { notes: 'x', lineItems: lines.map((line) => ({ ...line, description: 'y' })) })).body.taxAmount).toBe('10.00')
    expect((await edit(id, { taxRate: undefined })).body).toMatchObject({ taxRate: '8.25', taxAmount: '10.00', taxIsCustom: true })
    expect((await edit(id, { lineItems: [lines[0]] })).body).toMatchObject({ taxAmount: '12.37', taxIsCustom: false })
    expect((await edit(id, { taxAmount: 0 })).body).toMatchObject({ taxAmount: '0.00', taxIsCustom: true })
    expect((await edit(id, { taxRate: 0 })).body).toMatchObject({ taxAmount: '0.00', taxIsCustom: false })
  })

  test('accepts quantities down to 0.01, as creation does', async () => {
    const { id } = await create()
    expect((await edit(id, { lineItems: [{ ...lines[0], quantity: '0.01' }] })).body.subtotal).toBe('1.00')
    const none = await edit(id, { lineItems: [{ ...lines[0], quantity: 0 }] })
    expect([none.status, none.body.issues]).toEqual([400, [{ path: 'lineItems.0.quantity', message: 'Quantity must be positive' }]])
  })

  test.each([
    [{ customerId: '' }, 'customerId', 'Customer is required'],
    [{ estimateNumber: '' }, 'estimateNumber', 'Estimate number is required'],
    [{ status: 'late' }, 'status', 'Status must be one of draft, sent, accepted, rejected, expired'],
    [{ expiryDate: '' }, 'expiryDate', 'Expiry date is required'],
    [{ taxRate: 100.01 }, 'taxRate', 'Tax rate must be from 0 to 100'],
    [{ lineItems: Array(1001).fill(lines[0]) }, 'lineItems', 'An estimate can have at most 1,000 lines'],
    [{ lineItems: [{ ...lines[0], unitPrice: -1 }] }, 'lineItems.0.unitPrice', 'Unit price must be positive'],
    [{ total: '162.41' }, 'total', 'The total is 162.41, but the lines come to 162.40'],
    [{ drawNumber: 'yes' }, 'drawNumber', 'drawNumber must be true or false'],
  ])('with %j is refused and nothing is stored', async (over, path, message) => {
    const made = await create()
    const reply = await edit(made.id, over)
    expect(reply.status).toBe(400)
    expect(reply.body.issues).toContainEqual({ path, message })
    expect(await one(made.id)).toEqual(made)
  })

  test('is refused without a session, to other users, and with records of other users', async () => {
    const made = await create()
    const bob = await stranger()
    const theirs = (await app().send(bob, 'POST', '/api/customers', { name: 'Theirs' })).body
    const item = (await app().send(bob, 'POST', '/api/items', { name: 'Theirs', unitPrice: 1 })).body
    expect((await edit(made.id, {}, null)).status).toBe(401)
    expect((await edit(made.id, {}, bob)).status).toBe(404)
    expect((await edit(made.id, { customerId: theirs.id })).body.message).toBe('Customer not found')
    expect((await edit(made.id, { lineItems: [{ ...lines[0], itemId: item.id }] })).body.message).toBe('Item not found')
    expect(await one(made.id)).toEqual(made)
  })

  test('to a taken number is refused and names it', async () => {
    await create()
    const { id } = await create({ estimateNumber: 'EST-2' })
    const taken = await edit(id)
    expect([taken.status, taken.body.issues]).toEqual([
      409,
      [{ path: 'estimateNumber', message: 'The estimate number EST-1 is taken already' }],
    ])
  })

  test('of a stale copy is refused with the current estimate as replies show it', async () => {
    const made = await create({ status: 'sent' })
    expect((await edit(made.id, { version: made.version, notes: 'first' })).status).toBe(200)
    const stale = await edit(made.id, { version: made.version, notes: 'second', status: 'accepted' })
    expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('This estimate was changed elsewhere')])
    expect(stale.body.current).toEqual(await one(made.id))
    expect(stale.body.current).toMatchObject({
      notes: 'first',
      status: 'sent',
      publicUrl: expect.stringMatching(/^http.*\/review-estimate\//),
    })
    expect((await edit(made.id, { notes: 'third' })).body.notes).toBe('third')
  })

  test('of three concurrent edits of one version, one is saved and the others are refused', async () => {
    const made = await create()
    const replies = await Promise.all(['a', 'b', 'c'].map((notes) => edit(made.id, { version: made.version, notes })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

test('creating with the next number, editing and converting wait for the document lock', async () => {
  const itemId = (await send('POST', '/api/items', { name: 'Hour', unitPrice: 10 })).body.id
  const withItem = { lineItems: [{ ...lines[0], itemId }] }
  const edited = await create({ estimateNumber: 'EST-2' })
  const converted = await create({ ...withItem, estimateNumber: 'EST-3' })
  const waiting = () => sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  const { promise: areWaiting, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: tell } = Promise.withResolvers<void>()
  const holding = app().database.asUser(ada().userId, async (db) => {
    await lockDocuments(db)
    tell()
    await areWaiting
  })
  await isHeld
  const replies = [ask({ ...withItem, drawNumber: true }), edit(edited.id, { estimateNumber: 'EST-2', notes: 'x' }), convert(converted.id)]
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(3).finally(letGo)
  await holding
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([201, 200, 200])
})
