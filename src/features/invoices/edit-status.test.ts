import { describe, expect, test } from 'vitest'
import { getPublicId } from '#server/testing/records.ts'
import { createEditFixture, lines } from './testing/edit-fixture.ts'

const { app, ada, customerId, send, sql, form, create, edit, one, edited, pay } = createEditFixture()

describe('a custom tax amount', () => {
  const custom = { taxAmount: '10.00' }
  test('survives an edit that leaves rate and lines unchanged, also when texts or dates change', async () => {
    const made = await create(custom)
    const { body } = await edit(made.id, { notes: 'new', lineItems: [{ ...lines[0], description: 'Other words' }, lines[1]] })
    expect([body.taxAmount, body.taxIsCustom, body.total]).toEqual(['10.00', true, '160.02'])
    // Without a rate, the current one is kept.
    const { taxRate: _, ...rateless } = form()
    expect((await send('PUT', `/api/invoices/${made.id}`, rateless)).body).toMatchObject({ taxRate: '8.25', taxAmount: '10.00' })
  })

  test.each<[string, object]>([
    ['the rate', { taxRate: '8.26' }],
    ['a price', { lineItems: [{ ...lines[0], unitPrice: '100.00' }, lines[1]] }],
    ['a quantity', { lineItems: [{ ...lines[0], quantity: '2' }, lines[1]] }],
    ['the order', { lineItems: lines.toReversed() }],
    ['the number of lines', { lineItems: [lines[0]] }],
  ])('is recomputed when %s changes', async (_what, over) => {
    const made = await create(custom)
    const { body } = await edit(made.id, over)
    expect([body.taxIsCustom, body.taxAmount === '10.00']).toEqual([false, false])
  })

  test('can be set and removed in an edit', async () => {
    const made = await create()
    expect((await edit(made.id, { ...custom, total: '160.02' })).body).toMatchObject({ taxIsCustom: true, total: '160.02' })
    expect((await edit(made.id, { taxAmount: '12.38' })).body).toMatchObject({ taxIsCustom: false, total: '162.40' })
    expect((await edit(made.id, { taxAmount: '10.00', total: '162.40' })).status).toBe(400)
  })
})

describe('a quantity below 1', () => {
  test('that was accepted at creation stays valid while unchanged, wherever its line is moved', async () => {
    const half = { description: 'Half', quantity: '0.5', unitPrice: 10 }
    const made = await create({ lineItems: [half, lines[0]] })
    expect((await edit(made.id, { lineItems: [lines[0], half], notes: 'moved' })).body.lineItems[1].quantity).toBe('0.50')
    const typed = await edit(made.id, { lineItems: [lines[0], { ...half, quantity: '0.4' }] })
    expect([typed.status, typed.body.issues]).toEqual([400, [{ path: 'lineItems.1.quantity', message: 'Quantity must be at least 1' }]])
  })

  const refused = (at: number) => [400, [{ path: `lineItems.${at}.quantity`, message: 'Quantity must be at least 1' }]]
  const half = { description: 'Half', quantity: '0.5', unitPrice: 10 }
  const quarter = { description: 'Quarter', quantity: '0.25', unitPrice: 10 }

  test('is refused for a new line and for a different line, whatever the saved lines have', async () => {
    const made = await create({ lineItems: [half, quarter] })
    const tried = async (...lineItems: object[]) => {
      const { status, body } = await edit(made.id, { lineItems })
      return [status, body.issues]
    }
    expect(await tried(half, quarter, { ...half, description: 'New' })).toEqual(refused(2))
    expect(await tried({ ...half, quantity: '0.25' }, quarter)).toEqual(refused(0))
    expect(await tried(half, quarter, half)).toEqual(refused(2))
    const [first, second] = made.lineItems
    expect(await tried(first, { ...half, id: null })).toEqual(refused(1))
    expect(await tried({ ...first, description: 'Quarter', quantity: '0.25', total: undefined })).toEqual(refused(0))
    expect((await edit(made.id, { lineItems: [second, { ...first, description: 'Moved and named anew' }] })).status).toBe(200)
  })
})

describe('the parties on a sent invoice', () => {
  const asSent = async (id: number) =>
    (
      await sql<{ c: { name: string; city: string | null } | null; b: { name: string } | null; sent: boolean }>(
        'select customer_snapshot as c, business_snapshot as b, sent_at is not null as sent from documents where id = $1',
        [id],
      )
    )[0]!

  test('are unchanged by later edits of customer and invoice', async () => {
    const made = await create({ status: 'sent' })
    const before = await asSent(made.id)
    await send('PUT', `/api/customers/${customerId()}`, { name: 'Renamed', city: 'Berlin' })
    await sql("insert into business_profiles (user_id, business_name) values ($1, 'New Name Ltd')", [ada().userId])
    const { body } = await edit(made.id, { notes: 'later' })
    expect(body.customer.name).toBe('Acme')
    expect(await asSent(made.id)).toEqual(before)
    const publicId = await getPublicId(app(), made.id)
    const shown = (await app().send(null, 'GET', `/api/public/invoice/${publicId}`)).body
    expect([shown.invoice.customerName, shown.businessProfile.businessName]).toEqual(['Acme', `${ada().email.split('@')[0]} Tester`])
  })

  test('use the current details of a newly chosen customer; the business is unchanged', async () => {
    const made = await create({ status: 'sent' })
    const other = (await send('POST', '/api/customers', { name: 'Beta', city: 'Bern' })).body
    await sql("insert into business_profiles (user_id, business_name) values ($1, 'New Name Ltd')", [ada().userId])
    expect((await edit(made.id, { customerId: other.id })).body.customer.name).toBe('Beta')
    expect(await asSent(made.id)).toMatchObject({ c: { name: 'Beta', city: 'Bern' }, b: { name: `${ada().email.split('@')[0]} Tester` } })
  })

  test('are cleared when it becomes a draft again, and copied again when it is sent', async () => {
    const made = await create({ status: 'sent' })
    await send('PUT', `/api/customers/${customerId()}`, { name: 'Renamed' })
    expect((await edit(made.id, { status: 'draft' })).body).toMatchObject({ status: 'draft', customer: { name: 'Renamed' } })
    expect(await asSent(made.id)).toEqual({ c: null, b: null, sent: false })
    expect((await edit(made.id, { status: 'sent' })).body).toMatchObject({ status: 'sent' })
    expect(await asSent(made.id)).toMatchObject({ c: { name: 'Renamed' }, sent: true })
  })
})

describe('the status', () => {
  const stored = async (id: number) => (await sql<{ status: string }>('select status from documents where id = $1', [id]))[0]!.status
  const paidBy = (id: number) => sql('select amount, status from payments where document_id = $1 order by id', [id])
  const past = { dueDate: '2026-03-09' }

  test('that is displayed counts as unchanged: an overdue invoice is sent again when its due date moves', async () => {
    const made = await create({ status: 'sent', ...past })
    expect(made.status).toBe('overdue')
    const moved = await edit(made.id, { status: 'overdue', dueDate: '2026-03-10' })
    expect([moved.body.status, await stored(made.id)]).toEqual(['sent', 'sent'])
  })

  test('overdue is stored only where the due date doesn’t imply it', async () => {
    const made = await create({ status: 'sent' })
    expect([(await edit(made.id, { status: 'overdue' })).body.status, await stored(made.id)]).toEqual(['overdue', 'overdue'])
    expect([(await edit(made.id, { status: 'sent' })).body.status, await stored(made.id)]).toEqual(['sent', 'sent'])
    expect([(await edit(made.id, { status: 'overdue', ...past })).body.status, await stored(made.id)]).toEqual(['overdue', 'sent'])
    const draft = await create({ invoiceNumber: 'D' })
    const over = { invoiceNumber: 'D', status: 'overdue' }
    expect([(await edit(draft.id, over)).body.status, await stored(draft.id)]).toEqual(['overdue', 'overdue'])
    expect(await sql("select kind from events where subject_type = 'invoice' and subject_id = $1 order by id", [draft.id])).toEqual(
      ['created', 'sent', 'edited'].map((kind) => ({ kind })),
    )
    expect((await edited(draft.id))[0]!.changes).toEqual([{ field: 'Status', before: 'Draft', after: 'Overdue' }])
  })

  test('paid records a payment of the outstanding amount after the edit, and issues a draft', async () => {
    const made = await create()
    const { body } = await edit(made.id, { status: 'paid', taxRate: 0 })
    expect(body).toMatchObject({ status: 'paid', total: '150.02', amountPaid: '150.02', balanceDue: '0.00' })
    expect(await paidBy(made.id)).toEqual([{ amount: '150.02', status: 'succeeded' }])
    expect(await sql('select sent_at is not null as sent from documents where id = $1', [made.id])).toEqual([{ sent: true }])
  })

  test('moved back from paid voids manual payments, newest first, until something is due', async () => {
    const made = await create({ status: 'sent' })
    await pay(made.id, '100.00')
    await edit(made.id, { status: 'paid' })
    const back = await edit(made.id, { status: 'sent' })
    expect(back.body).toMatchObject({ status: 'sent', amountPaid: '100.00', balanceDue: '62.40' })
    const refused = await edit(made.id, { status: 'draft' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This invoice has payments of $100.00. Undo them before you make it a draft.',
    ])
    await sql("update payments set status = 'voided' where document_id = $1", [made.id])
    expect((await edit(made.id, { status: 'draft' })).body.status).toBe('draft')
  })

  test('moved back from paid to draft in one step voids the payment first', async () => {
    const made = await create({ status: 'sent' })
    await edit(made.id, { status: 'paid' })
    expect((await edit(made.id, { status: 'draft' })).body).toMatchObject({ status: 'draft', amountPaid: '0.00' })
  })

  test('can’t be moved back from paid for a provider’s payment', async () => {
    const made = await create({ status: 'sent' })
    await pay(made.id, '162.40', 'stripe')
    await sql("update documents set status = 'paid' where id = $1", [made.id])
    for (const status of ['sent', 'draft', 'overdue']) {
      const reply = await edit(made.id, { status })
      expect([status, reply.status, reply.body.message]).toEqual([
        status,
        409,
        "A payment that a provider took can't be undone. Refund it instead.",
      ])
    }
    expect((await one(made.id)).status).toBe('paid')
  })

  test('of an issued invoice with a total of zero is paid, without a payment, until it is a draft again', async () => {
    const nothing = { lineItems: [{ description: 'Gift', quantity: 1, unitPrice: 0 }] }
    const made = await create({ status: 'sent', ...nothing })
    expect(made.status).toBe('paid')
    for (const [status, answer, shown] of [
      ...([
        ['sent', 409, 'paid'],
        ['overdue', 409, 'paid'],
        ['paid', 200, 'paid'],
      ] as const),
      ...([
        ['draft', 200, 'draft'],
        ['paid', 200, 'paid'],
        ['draft', 200, 'draft'],
        ['sent', 200, 'paid'],
      ] as const),
    ]) {
      expect([status, (await edit(made.id, { ...nothing, status })).status]).toEqual([status, answer])
      expect([status, (await one(made.id)).status]).toEqual([status, shown])
    }
    expect(await paidBy(made.id)).toEqual([])
    expect((await edit(made.id, { ...nothing, notes: 'x' })).body.status).toBe('paid')
  })

  test('follows the total: a higher total asks for the difference, a total that is covered makes it paid', async () => {
    const made = await create({ status: 'sent' })
    await edit(made.id, { status: 'paid' })
    const raised = await edit(made.id, { status: 'paid', taxRate: '10' })
    expect(raised.body).toMatchObject({ status: 'sent', total: '165.02', balanceDue: '2.62' })
    const lowered = await edit(made.id, { status: 'sent' })
    expect(lowered.body).toMatchObject({ status: 'paid', total: '162.40', balanceDue: '0.00' })
    expect((await edit(made.id, { taxRate: 0 })).body).toMatchObject({ status: 'paid', amountPaid: '162.40', balanceDue: '0.00' })
  })

  test('is unchanged by an edit that doesn’t include it', async () => {
    const made = await create({ status: 'sent' })
    expect((await edit(made.id, { notes: 'x' })).body.status).toBe('sent')
  })
})
