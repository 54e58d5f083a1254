import { describe, expect, test } from 'vitest'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { createEstimateFixture, lines, noon } from './testing/estimate-fixture.ts'

const { app, ada, stranger, send, sql, ask, form, create, edit, convert, one, history, kinds, used } = createEstimateFixture()

const invoices = async () => (await send('GET', '/api/invoices')).body
const expired = {
  message: 'Your free trial has expired, please choose a plan to continue using the product',
  requiresSubscription: true,
}
const setUser = (set: string) => sql(`update users set ${set} where id = $1`, [ada().userId])

describe('converting an estimate', () => {
  test('creates a draft invoice with the same totals, and the two link to each other', async () => {
    const item = (await send('POST', '/api/items', { name: 'Hour', unitPrice: 80 })).body
    const estimate = await create({
      taxAmount: '7.77',
      notes: 'Thank you',
      terms: 'Valid for 30 days.',
      lineItems: [...lines, { itemId: item.id, description: 'Hour', quantity: '0.01', unitPrice: 80 }],
    })
    const reply = await convert(estimate.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      invoiceNumber: 'INV-2026-0001',
      status: 'draft',
      estimateId: estimate.id,
      customerId: estimate.customerId,
      issueDate: '2026-03-10',
      dueDate: '2026-04-09',
      subtotal: '150.82',
      taxRate: '8.25',
      taxAmount: '7.77',
      taxIsCustom: true,
      total: '158.59',
      amountPaid: '0.00',
      balanceDue: '158.59',
      notes: 'Thank you',
      terms: 'Valid for 30 days.',
    })
    const wording = ({ id: _, ...line }: { id: number }) => line
    expect(reply.body.lineItems.map(wording)).toEqual(estimate.lineItems.map(wording))
    const after = await one(estimate.id)
    const invoice = { id: reply.body.id, invoiceNumber: 'INV-2026-0001', isDeleted: false }
    expect(after).toMatchObject({ status: 'accepted', invoice, answer: null })
    expect((await send('GET', '/api/estimates')).body).toEqual([after])
    expect((await send('GET', `/api/invoices/${invoice.id}`)).body).toEqual(reply.body)
    expect((await send('GET', `/api/invoices/${invoice.id}/history`)).body.estimate).toEqual({
      id: estimate.id,
      estimateNumber: 'EST-1',
      isDeleted: false,
    })
    expect(await used()).toBe(1)
  })

  test('gives the invoice its own default terms instead of those of estimates; terms that were typed stay', async () => {
    let made = 0
    const termsOf = async (terms: string | null) => (await convert((await create({ estimateNumber: `T-${++made}`, terms })).id)).body.terms
    const validity = 'This estimate is valid for 30 days from the issue date.'
    expect(await termsOf(validity)).toBeNull()
    await send('POST', '/api/business-profile', {
      businessName: 'Works',
      invoiceTerms: 'Net 14',
      estimateTerms: 'Prices hold for a month.',
    })
    for (const terms of [validity, 'Prices hold for a month.', null]) expect([terms, await termsOf(terms)]).toEqual([terms, 'Net 14'])
    expect(await termsOf('Half in advance.')).toBe('Half in advance.')
  })

  test('is recorded in both histories, without a ‘sent’ event', async () => {
    const { id } = await create()
    const { body: invoice } = await convert(id)
    const [converted, ...before] = await history('estimates', id)
    expect([converted!.kind, converted!.by, converted!.changes]).toEqual([
      'converted',
      expect.stringMatching(/ Tester$/),
      [
        { field: 'Status', before: 'Draft', after: 'Accepted' },
        { field: 'Invoice', before: null, after: 'Draft' },
      ],
    ])
    expect(before.map(({ kind }) => kind)).toEqual(['created'])
    expect((await history('invoices', invoice.id)).map(({ kind, changes }) => [kind, changes])).toEqual([
      ['created', [{ field: 'Estimate', before: null, after: 'EST-1' }]],
    ])
  })

  test('happens once: a repeated request, also much later, answers the same invoice', async () => {
    const { id } = await create({ status: 'sent' })
    const { body: first } = await convert(id)
    app().setNow(noon('2027-01-01'))
    expect((await convert(id)).body.id).toBe(first.id)
    // The invoice in its current state.
    await send('PUT', `/api/invoices/${first.id}`, {
      ...form(),
      estimateNumber: undefined,
      expiryDate: undefined,
      invoiceNumber: 'A',
      dueDate: '2027-02-01',
      status: 'sent',
    })
    expect((await convert(id)).body).toMatchObject({ id: first.id, invoiceNumber: 'A', status: 'sent' })
    expect(await invoices()).toHaveLength(1)
    expect(await used()).toBe(1)
    expect(await kinds(id)).toEqual(['converted', 'sent', 'created'])
  })

  test('of a rejected or expired estimate is refused with a message that says what to do', async () => {
    const rejected = await create({ status: 'rejected' })
    const late = await create({ estimateNumber: 'EST-2', status: 'sent', expiryDate: '2026-03-09' })
    const said = await create({ estimateNumber: 'EST-3', status: 'expired' })
    const refusal = async (id: number) => {
      const { status, body } = await convert(id)
      return [status, body.message]
    }
    expect(await refusal(rejected.id)).toEqual([409, 'This estimate was rejected. Set its status to Accepted to convert it.'])
    // An estimate can be set to expired before its expiry date, so the message names no date.
    for (const { id } of [late, said])
      expect(await refusal(id)).toEqual([409, 'This estimate has expired. Set its status to Accepted to convert it.'])
    expect(await invoices()).toEqual([])
    // The owner's status overrides the date.
    expect((await edit(rejected.id, { status: 'accepted' })).body.invoice.invoiceNumber).toBe('INV-2026-0001')
    expect((await edit(late.id, { estimateNumber: 'EST-2', status: 'accepted', expiryDate: '2026-03-09' })).body).toMatchObject({
      status: 'accepted',
      invoice: { invoiceNumber: 'INV-2026-0001' },
    })
  })

  test('is refused while its invoice is deleted, until that is restored', async () => {
    const { id } = await create()
    const { body: invoice } = await convert(id)
    await send('DELETE', `/api/invoices/${invoice.id}`)
    expect((await one(id)).invoice).toEqual({ id: invoice.id, invoiceNumber: 'INV-2026-0001', isDeleted: true })
    const gone = await convert(id)
    expect([gone.status, gone.body.message]).toEqual([
      409,
      'This estimate became invoice INV-2026-0001, which was deleted. Duplicate the estimate to convert it again.',
    ])
    await send('POST', `/api/invoices/${invoice.id}/restore`)
    expect((await convert(id)).body.id).toBe(invoice.id)
  })

  test('keeps the invoice when the estimate is deleted, and the invoice shows that', async () => {
    const { id } = await create()
    const { body: invoice } = await convert(id)
    await send('DELETE', `/api/estimates/${id}`)
    expect((await send('GET', `/api/invoices/${invoice.id}`)).body.estimateId).toBe(id)
    expect((await send('GET', `/api/invoices/${invoice.id}/history`)).body.estimate).toEqual({
      id,
      estimateNumber: 'EST-1',
      isDeleted: true,
    })
  })

  test('draws the number from the invoice number pattern', async () => {
    const pattern = { prefix: 'R', date: 'none', padding: 2, restart: 'never', nextCounter: 41 }
    await send('PUT', '/api/invoice-numbering', pattern)
    expect((await convert((await create()).id)).body.invoiceNumber).toBe('R41')
  })

  test('keeps the customer of a sent estimate; the draft invoice shows the customer’s current details', async () => {
    const made = await create({ status: 'sent' })
    await send('PUT', `/api/customers/${made.customerId}`, { name: 'Renamed' })
    expect((await convert(made.id)).body.customer.name).toBe('Renamed')
    expect((await one(made.id)).customer.name).toBe('Acme')
  })

  test('is refused to other users', async () => {
    const { id } = await create()
    expect((await app().send(await stranger(), 'POST', `/api/estimates/${id}/convert`)).status).toBe(404)
    expect((await app().send(null, 'POST', `/api/estimates/${id}/convert`)).status).toBe(401)
    expect((await send('POST', '/api/estimates/999999/convert')).status).toBe(404)
    expect((await send('POST', `/api/estimates/${id}/convert`, { invoiceNumber: 'mine' })).status).toBe(400)
    expect(await invoices()).toEqual([])
  })
})

describe('an estimate that becomes accepted', () => {
  test('by an edit is converted with the edited values, and records both', async () => {
    const { id } = await create()
    const { body } = await edit(id, { status: 'accepted', taxAmount: '1.00', lineItems: [lines[0]] })
    expect(body).toMatchObject({ status: 'accepted', total: '150.99', invoice: { invoiceNumber: 'INV-2026-0001' } })
    expect((await invoices())[0]).toMatchObject({ total: '150.99', taxIsCustom: true, estimateId: id })
    const [converted, edited] = await history('estimates', id)
    expect([converted!.kind, converted!.changes]).toEqual(['converted', [{ field: 'Invoice', before: null, after: 'Draft' }]])
    expect([edited!.kind, edited!.changes[0]]).toEqual(['edited', { field: 'Status', before: 'Draft', after: 'Accepted' }])
  })

  test('by its creation is converted, once per key', async () => {
    const made = await Promise.all([1, 2, 3].map(() => ask({ status: 'accepted', drawNumber: true }, { 'idempotency-key': 'k' })))
    expect(new Set(made.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1)
    expect(made[0]!.body).toMatchObject({
      status: 'accepted',
      estimateNumber: 'EST-2026-0001',
      invoice: { invoiceNumber: 'INV-2026-0001' },
    })
    expect(await kinds(made[0]!.body.id)).toEqual(['converted', 'created'])
    expect(await used()).toBe(1)
  })

  test('again, after the owner reset it, keeps its invoice', async () => {
    const { id } = await create({ status: 'accepted' })
    const [invoice] = await invoices()
    await edit(id, { status: 'sent' })
    expect((await edit(id, { status: 'accepted' })).body.invoice.id).toBe(invoice.id)
    expect(await invoices()).toHaveLength(1)
    expect(await used()).toBe(1)
  })
})

describe('when the trial is over', () => {
  test.each([
    ['used up', "subscription_status = 'trial', trial_invoices_used = 10"],
    ['canceled', "subscription_status = 'canceled', trial_invoices_used = 0"],
  ])('(%s) every conversion is refused and nothing is stored', async (_, state) => {
    const made = await create()
    await setUser(state)
    const before = await used()
    for (const reply of [await convert(made.id), await edit(made.id, { status: 'accepted', notes: 'x' })])
      expect([reply.status, reply.body]).toEqual([403, expired])
    expect((await ask({ estimateNumber: 'EST-2', status: 'accepted' })).body).toEqual(expired)
    expect(await one(made.id)).toEqual(made)
    expect((await send('GET', '/api/estimates')).body).toEqual([made])
    expect(await invoices()).toEqual([])
    expect(await kinds(made.id)).toEqual(['created'])
    expect(await used()).toBe(before)
    await setUser("subscription_status = 'active'")
    expect((await convert(made.id)).status).toBe(200)
  })

  test('an estimate that was converted before still answers with its invoice', async () => {
    const { id } = await create()
    const { body } = await convert(id)
    await setUser("subscription_status = 'canceled'")
    expect((await convert(id)).body.id).toBe(body.id)
  })
})

test('twenty concurrent conversions by request, edit and customer with one invoice left: one invoice is created', async () => {
  for (let round = 0; round < 5; round++) {
    await setUser('trial_invoices_used = 9')
    const { id, publicUrl, version } = await create({ estimateNumber: `EST-${round}`, status: 'sent' })
    const publicId = new URL(publicUrl).pathname.split('/').at(-1)
    const hands = [
      () => convert(id),
      () => edit(id, { estimateNumber: `EST-${round}`, status: 'accepted' }),
      () => app().send(null, 'POST', `/api/public/estimate/${publicId}/accept`, { name: 'Jane Doe', version }),
    ]
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => hands[(i + round) % 3]!()))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const made = (await invoices()).filter(({ estimateId }: { estimateId: number }) => estimateId === id)
    expect(made).toHaveLength(1)
    expect((await one(id)).invoice.id).toBe(made[0].id)
    expect((await kinds(id)).filter((kind) => kind === 'converted')).toHaveLength(1)
    expect(await used()).toBe(10)
  }
})

test('a conversion that waits for the deletion of an item creates its lines without the item', async () => {
  const itemId = (await send('POST', '/api/items', { name: 'Hour', unitPrice: 10 })).body.id
  const { id } = await create({ lineItems: [{ ...lines[0], itemId }] })
  let converting: ReturnType<typeof convert> | undefined
  // The same statements as the deletion of an item.
  await app().database.asUser(ada().userId, async (db) => {
    await lockDocuments(db)
    converting = convert(id)
    const waiting = () => sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    await db.rows('update document_lines set item_id = null where user_id = $1 and item_id = $2', [db.userId, itemId])
    await db.rows('delete from items where user_id = $1 and id = $2', [db.userId, itemId])
  })
  const reply = await converting!
  expect([reply.status, reply.body.lineItems?.[0].itemId]).toEqual([200, null])
})

test('a repeated conversion while its invoice is being deleted answers with the invoice or a refusal', async () => {
  const { id } = await create()
  const invoiceId = (await convert(id)).body.id
  const statuses = new Set<number>()
  for (let round = 0; round < 15; round++) {
    const removal = send('DELETE', `/api/invoices/${invoiceId}`)
    for (const { status } of await Promise.all(Array.from({ length: 5 }, () => convert(id)))) statuses.add(status)
    await removal
    await send('POST', `/api/invoices/${invoiceId}/restore`)
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
})
