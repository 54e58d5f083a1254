import { describe, expect, test } from 'vitest'
import { createEstimateFixture, lines } from './testing/estimate-fixture.ts'

const { app, ada, customerId, stranger, send, sql, ask, create, one } = createEstimateFixture()

describe('a new estimate', () => {
  test('has every total computed by the server, and is stored completely', async () => {
    const made = await ask({ notes: 'Thank you', terms: 'Valid for 30 days.' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      estimateNumber: 'EST-1',
      status: 'draft',
      version: 1,
      issueDate: '2026-03-05',
      expiryDate: '2026-04-04',
      subtotal: '150.02',
      taxRate: '8.25',
      taxAmount: '12.38',
      taxIsCustom: false,
      total: '162.40',
      notes: 'Thank you',
      terms: 'Valid for 30 days.',
      publicUrl: null,
      emailState: null,
      invoice: null,
      answer: null,
      customer: { name: 'Acme', company: 'Acme Inc.', email: null },
      lineItems: [{ total: '149.99' }, { total: '0.03' }],
    })
    expect(await one(made.body.id)).toEqual(made.body)
    expect((await send('GET', '/api/estimates')).body).toEqual([made.body])
  })

  test('starts its history, and doesn’t count for the trial', async () => {
    const { id } = await create()
    const { body } = await send('GET', `/api/estimates/${id}/history`)
    expect(body).toEqual({
      events: [{ id: expect.any(Number), at: expect.any(String), kind: 'created', by: expect.stringMatching(/ Tester$/), changes: [] }],
      emails: [],
    })
    expect(await sql('select trial_invoices_used from users where id = $1', [ada().userId])).toEqual([{ trial_invoices_used: 0 }])
    await sql("update users set subscription_status = 'canceled' where id = $1", [ada().userId])
    expect((await ask({ estimateNumber: 'EST-2' })).status).toBe(201)
  })

  test('is refused with totals other than the computed ones; a custom tax amount is allowed', async () => {
    expect((await ask({ subtotal: '150.02', taxAmount: '12.38', total: '162.40' })).body.taxIsCustom).toBe(false)
    expect((await ask({ estimateNumber: 'B', taxAmount: '10.00', total: '160.02' })).body).toMatchObject({
      taxIsCustom: true,
      taxAmount: '10.00',
      total: '160.02',
    })
    const line = await ask({ estimateNumber: 'C', lineItems: [{ description: 'x', quantity: 2, unitPrice: 3, total: 7 }] })
    expect([line.status, line.body.issues[0].path]).toEqual([400, 'lineItems.0.total'])
  })

  test.each([
    [{ customerId: undefined }, 'customerId', 'Customer is required'],
    [{ estimateNumber: ' ' }, 'estimateNumber', 'Estimate number is required'],
    [{ estimateNumber: 'A\n1' }, 'estimateNumber', 'Estimate number must be one line, without tabs or control characters'],
    [{ issueDate: '' }, 'issueDate', 'Issue date is required'],
    [{ expiryDate: undefined }, 'expiryDate', 'Expiry date is required'],
    [{ expiryDate: '2026-02-30' }, 'expiryDate', 'Expiry date must be a day that exists, like 2026-01-31'],
    [{ lineItems: [] }, 'lineItems', 'At least one line item is required'],
    [{ lineItems: Array(1001).fill(lines[0]) }, 'lineItems', 'An estimate can have at most 1,000 lines'],
    [{ lineItems: [{ ...lines[0], description: '' }] }, 'lineItems.0.description', 'Description is required'],
    [{ lineItems: [{ ...lines[0], quantity: 0 }] }, 'lineItems.0.quantity', 'Quantity must be positive'],
    [{ lineItems: [{ ...lines[0], unitPrice: -1 }] }, 'lineItems.0.unitPrice', 'Unit price must be positive'],
    [{ taxRate: 100.01 }, 'taxRate', 'Tax rate must be from 0 to 100'],
    [{ status: 'paid' }, 'status', 'Status must be one of draft, sent, accepted, rejected, expired'],
    [{ total: '162.41' }, 'total', 'The total is 162.41, but the lines come to 162.40'],
    [{ subtotal: '1.00' }, 'subtotal', 'The subtotal is 1.00, but the lines come to 150.02'],
    [{ userId: 1 }, 'userId', 'Unknown field: userId'],
    [{ invoiceId: 1 }, 'invoiceId', 'Unknown field: invoiceId'],
    [{ answeredAt: '2026-01-01' }, 'answeredAt', 'Unknown field: answeredAt'],
  ])('with %j is refused and nothing is stored', async (over, path, message) => {
    const reply = await ask(over)
    expect(reply.status).toBe(400)
    expect(reply.body.issues).toContainEqual({ path, message })
    expect((await send('GET', '/api/estimates')).body).toEqual([])
  })

  test('of 1,000 lines is accepted; one with totals too large to store is refused', async () => {
    const thousand = Array.from({ length: 1000 }, (_, i) => ({ description: `Line ${i}`, quantity: '0.01', unitPrice: 1 }))
    expect((await ask({ lineItems: thousand, taxRate: 0 })).body).toMatchObject({ total: '10.00', lineItems: { length: 1000 } })
    const big = { description: 'x', quantity: 1, unitPrice: '99999999.99' }
    const reply = await ask({ estimateNumber: 'B', lineItems: [big, big] })
    expect([reply.status, reply.body.issues[0].path]).toEqual([400, 'subtotal'])
  })

  test('for a customer or with an item of another user is refused with 404', async () => {
    const bob = await stranger()
    const theirs = (await app().send(bob, 'POST', '/api/customers', { name: 'Theirs' })).body
    const item = (await app().send(bob, 'POST', '/api/items', { name: 'Theirs', unitPrice: 1 })).body
    const customer = await ask({ customerId: theirs.id })
    expect([customer.status, customer.body.message]).toEqual([404, 'Customer not found'])
    const line = await ask({ lineItems: [{ ...lines[0], itemId: item.id }] })
    expect([line.status, line.body.message]).toEqual([404, 'Item not found'])
    expect((await send('GET', '/api/estimates')).body).toEqual([])
  })

  test('with a taken number is refused and names it, including the number of a deleted estimate; the next free number is offered', async () => {
    const { id } = await create()
    const taken = [409, [{ path: 'estimateNumber', message: 'The estimate number EST-1 is taken already' }]]
    const again = await ask()
    expect([again.status, again.body.issues]).toEqual(taken)
    await send('DELETE', `/api/estimates/${id}`)
    const later = await ask()
    expect([later.status, later.body.issues]).toEqual(taken)
    expect((await send('GET', '/api/estimates/next-number')).body).toEqual({ estimateNumber: 'EST-2026-0001' })
  })

  test('is created once for one Idempotency-Key, also concurrently; a different body with the same key is refused', async () => {
    const key = { 'idempotency-key': 'one-click' }
    for (const status of ['draft', 'sent']) {
      const body = { estimateNumber: `K-${status}`, status }
      const headers = { 'idempotency-key': `${key['idempotency-key']}-${status}` }
      const replies = await Promise.all(Array.from({ length: 5 }, () => ask(body, headers)))
      expect(new Set(replies.map((reply) => `${reply.status} ${reply.bytes.toString()}`)).size).toBe(1)
      expect((await ask({ estimateNumber: 'other', status }, headers)).status).toBe(422)
    }
    expect((await send('GET', '/api/estimates')).body).toHaveLength(2)
  })
})

test('estimate numbers have their own pattern, and twenty that are sent at once are consecutive', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => ask({ drawNumber: true, status: 'sent' })))
  expect(made.map(({ body }) => body.estimateNumber).sort()).toEqual(
    Array.from({ length: 20 }, (_, i) => `EST-2026-${String(i + 1).padStart(4, '0')}`),
  )
  const pattern = { prefix: 'Q', date: 'none', padding: 3, restart: 'never', nextCounter: 7 }
  expect((await send('PUT', '/api/estimate-numbering', pattern)).body).toEqual({ ...pattern, nextNumber: 'Q007' })
  expect((await send('GET', '/api/estimate-numbering')).body.nextNumber).toBe('Q007')
  expect((await create({ drawNumber: true })).estimateNumber).toBe('Q007')
  expect((await send('GET', '/api/invoices/next-number')).body.invoiceNumber).toBe('INV-2026-0001')
  expect((await app().send(null, 'GET', '/api/estimate-numbering')).status).toBe(401)
  expect((await send('PUT', '/api/estimate-numbering', { ...pattern, padding: 9 })).status).toBe(400)
})

describe('a deleted estimate', () => {
  test('is hidden everywhere, and is restored unchanged', async () => {
    const made = await create({ status: 'sent' })
    const url = `/api/estimates/${made.id}`
    expect((await send('DELETE', url)).status).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/history'],
      ['DELETE', ''],
      ['POST', '/convert'],
    ] as const)
      expect([path, (await send(method, url + path)).status]).toEqual([path, 404])
    expect((await send('GET', '/api/estimates')).body).toEqual([])
    expect((await send('GET', '/api/estimates/summary')).body).toMatchObject({ count: 0, total: '0.00' })
    expect((await send('GET', `/api/customers/${customerId()}/estimates`)).body).toEqual([])
    const back = await send('POST', `${url}/restore`)
    expect([back.status, back.body]).toEqual([200, { ...made, version: made.version + 2 }])
    expect((await send('POST', `${url}/restore`)).body).toEqual(back.body)
    expect((await send('GET', `${url}/history`)).body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'restored',
      'deleted',
      'sent',
      'created',
    ])
  })

  test('allows its customer to be deleted, keeps the customer’s details, and can be restored after the customer', async () => {
    const sent = await create({ status: 'sent' })
    const draft = await create({ estimateNumber: 'EST-2' })
    const customer = `/api/customers/${customerId()}`
    const held = await send('DELETE', customer)
    expect([held.status, held.body.message]).toEqual([
      409,
      "This customer has 2 estimates, so it can't be deleted. Delete or reassign them first.",
    ])
    for (const { id } of [sent, draft]) await send('DELETE', `/api/estimates/${id}`)
    expect((await send('DELETE', customer)).status).toBe(204)
    const refused = await send('POST', `/api/estimates/${draft.id}/restore`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The customer of this estimate, Acme, was deleted too. Restore the customer first.',
    ])
    await send('POST', `${customer}/restore`)
    await send('PUT', customer, { name: 'Renamed', company: null })
    // A sent estimate shows the details that were sent; a draft shows the customer's current details.
    expect((await send('POST', `/api/estimates/${sent.id}/restore`)).body.customer).toEqual({
      name: 'Acme',
      company: 'Acme Inc.',
      email: null,
    })
    expect((await send('POST', `/api/estimates/${draft.id}/restore`)).body.customer).toEqual({
      name: 'Renamed',
      company: null,
      email: null,
    })
  })

  test('whose customer is permanently deleted can’t be restored', async () => {
    const { id } = await create()
    await send('DELETE', `/api/estimates/${id}`)
    await send('DELETE', `/api/customers/${customerId()}`)
    await sql('delete from deleted_records where user_id = $1', [ada().userId])
    expect((await send('POST', `/api/estimates/${id}/restore`)).body.message).toBe(
      "The customer of this estimate, Acme, was deleted for good, so the estimate can't be restored any more.",
    )
  })
})

test('a line keeps its text when its item is deleted, and is linked to the item again when it is restored', async () => {
  const item = (await send('POST', '/api/items', { name: 'Hour', unitPrice: 80 })).body
  const made = await create({ lineItems: [{ itemId: item.id, description: 'Hour', quantity: 1, unitPrice: 80 }] })
  await send('DELETE', `/api/items/${item.id}`)
  expect((await one(made.id)).lineItems).toEqual([{ ...made.lineItems[0], itemId: null }])
  await send('POST', `/api/items/${item.id}/restore`)
  expect(await one(made.id)).toEqual(made)
})

test('other users and visitors get 404 and 401', async () => {
  const { id } = await create({ estimateNumber: 'SECRET' })
  const bob = await stranger()
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/history'],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['POST', '/convert'],
  ] as const) {
    expect([path, (await app().send(bob, method, `/api/estimates/${id}${path}`)).status]).toEqual([path, 404])
    expect([path, (await app().send(null, method, `/api/estimates/${id}${path}`)).status]).toEqual([path, 401])
  }
  for (const path of ['', '/summary', '/export', '/next-number']) {
    expect([path, (await app().send(null, 'GET', `/api/estimates${path}`)).status]).toEqual([path, 401])
    expect((await app().send(bob, 'GET', `/api/estimates${path}`)).bytes.toString()).not.toContain('SECRET')
  }
  expect((await one(id)).version).toBe(1)
})
