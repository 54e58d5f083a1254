import { describe, expect, test } from 'vitest'
import { createEditFixture, lines } from './testing/edit-fixture.ts'

const { app, ada, stranger, send, create, edit, one, edited } = createEditFixture()

describe('an edit', () => {
  test('changes every field, recomputes the totals, and records each change with its author', async () => {
    const made = await create()
    const other = (await send('POST', '/api/customers', { name: 'Beta', email: 'b@beta.example' })).body
    const item = (await send('POST', '/api/items', { name: 'Hour', unitPrice: '80' })).body
    const reply = await edit(made.id, {
      version: made.version,
      customerId: other.id,
      invoiceNumber: ' INV-2 ',
      issueDate: '2026-03-06',
      dueDate: '2026-04-05',
      taxRate: 10,
      notes: 'Thank you',
      terms: '30 days',
      lineItems: [lines[0], { itemId: item.id, description: 'Hour', quantity: 2, unitPrice: '80' }],
      subtotal: '309.99',
      taxAmount: '31.00',
      total: '340.99',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(await one(made.id))
    expect(reply.body).toMatchObject({
      version: made.version + 1,
      customerId: other.id,
      customer: { name: 'Beta', email: 'b@beta.example' },
      invoiceNumber: 'INV-2',
      issueDate: '2026-03-06',
      dueDate: '2026-04-05',
      status: 'draft',
      subtotal: '309.99',
      taxRate: '10.00',
      taxAmount: '31.00',
      taxIsCustom: false,
      total: '340.99',
      notes: 'Thank you',
      terms: '30 days',
      lineItems: [
        { ...made.lineItems[0] },
        { itemId: item.id, description: 'Hour', quantity: '2.00', unitPrice: '80.00', total: '160.00' },
      ],
    })
    const [event] = await edited(made.id)
    expect([event!.by, event!.changes]).toEqual([
      `${ada().email.split('@')[0]} Tester`,
      [
        { field: 'Customer', before: 'Acme', after: 'Beta' },
        { field: 'Invoice number', before: 'INV-1', after: 'INV-2' },
        { field: 'Issue date', before: 'Mar 05, 2026', after: 'Mar 06, 2026' },
        { field: 'Due date', before: 'Apr 04, 2026', after: 'Apr 05, 2026' },
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
    expect((await edit(made.id, { status: 'draft' })).body).toEqual({ ...made, emailedTo: undefined })
    expect(await edited(made.id)).toEqual([])
  })

  test('is refused without a session, to other users, and with records of other users', async () => {
    const made = await create()
    const bob = await stranger()
    const theirs = (await app().send(bob, 'POST', '/api/customers', { name: 'Theirs' })).body
    const item = (await app().send(bob, 'POST', '/api/items', { name: 'Theirs', unitPrice: 1 })).body
    expect((await edit(made.id, {}, null)).status).toBe(401)
    expect((await edit(made.id, {}, bob)).status).toBe(404)
    expect((await app().send(bob, 'GET', `/api/invoices/${made.id}`)).status).toBe(404)
    expect((await app().send(null, 'GET', `/api/invoices/${made.id}`)).status).toBe(401)
    const customer = await edit(made.id, { customerId: theirs.id })
    expect([customer.status, customer.body.message]).toEqual([404, 'Customer not found'])
    const line = await edit(made.id, { lineItems: [{ ...lines[0], itemId: item.id }] })
    expect([line.status, line.body.message]).toEqual([404, 'Item not found'])
    expect(await one(made.id)).toEqual({ ...made, emailedTo: undefined })
  })

  test.each([
    [{ customerId: '' }, 'customerId', 'Customer is required'],
    [{ invoiceNumber: ' ' }, 'invoiceNumber', 'Invoice number is required'],
    [{ status: 'late' }, 'status', 'Status must be one of draft, sent, paid, overdue'],
    [{ dueDate: '2026-02-30' }, 'dueDate', 'Due date must be a day that exists, like 2026-01-31'],
    [{ taxRate: 100.01 }, 'taxRate', 'Tax rate must be from 0 to 100'],
    [{ lineItems: [] }, 'lineItems', 'At least one line item is required'],
    [{ lineItems: [{ ...lines[0], quantity: 0 }] }, 'lineItems.0.quantity', 'Quantity must be at least 1'],
    [{ lineItems: [lines[0], { ...lines[1], quantity: '0.99' }] }, 'lineItems.1.quantity', 'Quantity must be at least 1'],
    [{ lineItems: [{ ...lines[0], unitPrice: -1 }] }, 'lineItems.0.unitPrice', 'Unit price must be positive'],
    [{ lineItems: [{ ...lines[0], unitPrice: '1.0000001' }] }, 'lineItems.0.unitPrice', 'Unit price can have at most 6 decimals'],
    [{ lineItems: [{ ...lines[0], unitPrice: 1e9 }] }, 'lineItems.0.unitPrice', 'Unit price must be at most 99,999,999.99'],
    [{ lineItems: Array(1001).fill(lines[0]) }, 'lineItems', 'An invoice can have at most 1,000 lines'],
    [{ total: '162.41' }, 'total', 'The total is 162.41, but the lines come to 162.40'],
    [{ subtotal: '1.00' }, 'subtotal', 'The subtotal is 1.00, but the lines come to 150.02'],
    [{ lineItems: [{ ...lines[0], total: 7 }] }, 'lineItems.0.total', 'Line 1: 1.5 x 99.99 is 149.99, not 7.00.'],
    [{ userId: 1 }, 'userId', 'Unknown field: userId'],
    [{ amountPaid: 1 }, 'amountPaid', 'Unknown field: amountPaid'],
  ])('with %j is refused and nothing is stored', async (over, path, message) => {
    const made = await create()
    const reply = await edit(made.id, over)
    expect(reply.status).toBe(400)
    expect(reply.body.issues).toContainEqual({ path, message })
    expect(await one(made.id)).toEqual({ ...made, emailedTo: undefined })
  })

  test('may set the due date before the issue date: the form warns, the server accepts it', async () => {
    const made = await create()
    expect((await edit(made.id, { dueDate: '2026-01-01' })).body.dueDate).toBe('2026-01-01')
  })

  test('of a stale copy is refused with the current invoice; without a version it is accepted', async () => {
    const made = await create()
    expect((await edit(made.id, { version: made.version, notes: 'first' })).status).toBe(200)
    const stale = await edit(made.id, { version: made.version, notes: 'second' })
    expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('This invoice was changed elsewhere')])
    expect(stale.body.current).toEqual(await one(made.id))
    expect(stale.body.current.notes).toBe('first')
    expect((await edit(made.id, { notes: 'third' })).body.notes).toBe('third')
  })

  test('two concurrent edits of one version: one is saved, the other is refused', async () => {
    const made = await create()
    const replies = await Promise.all(['a', 'b', 'c'].map((notes) => edit(made.id, { version: made.version, notes })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('to a taken number is refused and names it, including the number of a deleted invoice', async () => {
    const [first, second] = [await create(), await create({ invoiceNumber: 'INV-2' })]
    const taken = await edit(second.id, { invoiceNumber: 'INV-1' })
    expect([taken.status, taken.body.issues]).toEqual([
      409,
      [{ path: 'invoiceNumber', message: 'The invoice number INV-1 is taken already' }],
    ])
    await send('DELETE', `/api/invoices/${first.id}`)
    expect((await edit(second.id, { invoiceNumber: 'INV-1' })).status).toBe(409)
  })

  test('of 1,000 lines is saved completely, and the history lists as many changes as fit', async () => {
    const made = await create({
      lineItems: Array.from({ length: 1000 }, (_, i) => ({ description: `Old ${i}`, quantity: 1, unitPrice: 1 })),
    })
    const news = Array.from({ length: 1000 }, (_, i) => ({ description: `New ${i}`, quantity: 2, unitPrice: '1.01' }))
    const reply = await edit(made.id, { lineItems: news, taxRate: 0, total: '2020.00' })
    expect([reply.status, reply.body.lineItems.length, reply.body.total]).toEqual([200, 1000, '2020.00'])
    expect(reply.body.lineItems[999]).toMatchObject({ description: 'New 999', total: '2.02' })
    const changes = (await edited(made.id))[0]!.changes
    expect([changes.length, changes.at(-1)!.field]).toEqual([51, 'and 954 more lines'])
  })

  test('that removes one line from the middle records that line only, and the other lines keep their rows', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => ({ description: `Line ${i + 1}`, quantity: 1, unitPrice: 1 }))
    const made = await create({ lineItems: ten, taxRate: 0 })
    const { body } = await edit(made.id, { lineItems: ten.toSpliced(4, 1), taxRate: 0 })
    expect(body.lineItems.map(({ description }: { description: string }) => description)).toEqual(
      ten.toSpliced(4, 1).map(({ description }) => description),
    )
    expect(body.lineItems.slice(0, 4)).toEqual(made.lineItems.slice(0, 4))
    expect((await edited(made.id))[0]!.changes.filter(({ field }) => field.startsWith('Line'))).toEqual([
      { field: 'Line 5', before: 'Line 5, 1 × $1.00', after: null },
    ])
  })

  test('may clip long texts in the history, but never inside a character', async () => {
    const made = await create({ notes: `x${'😀'.repeat(4000)}` })
    expect((await edit(made.id, { notes: '' })).body.notes).toBeNull()
    expect((await edited(made.id))[0]!.changes).toEqual([{ field: 'Notes', before: `x${'😀'.repeat(499)}…`, after: null }])
  })
})
