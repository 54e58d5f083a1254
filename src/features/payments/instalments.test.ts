import { expect, test } from 'vitest'

import {
  ada,
  app,
  customerId,
  events,
  history,
  invoice,
  mailsAbout,
  makeInvoice,
  markByHand,
  pay,
  saveStatus,
  setUpPayments,
  undo,
} from './testing/payment-fixture.ts'

setUpPayments()

/** One is overdue; the others come in a distant future. */
let count = 0
const days = ['2026-01-31', '2030-01-31', '2030-02-28']
const three = days.map((dueDate) => ({ dueDate }))
const path = (id = invoice.id) => `/api/invoices/${id}/instalments`
const save = (instalments: object[] = three, id = invoice.id, headers: Record<string, string> = {}) =>
  app.send(ada, 'PUT', path(id), { instalments }, headers)
const read = async (id = invoice.id) => {
  const { status, dueDate, amountPaid, balanceDue } = (await app.send(ada, 'GET', `/api/invoices/${id}`)).body
  return [status, dueDate, amountPaid, balanceDue]
}
const readOpen = async (id = invoice.id) =>
  ((await app.send(ada, 'GET', path(id))).body.instalments as { balanceDue: string }[]).map(({ balanceDue }) => balanceDue)
test('equal parts, amounts or percentages: they sum to the total, and the due date is that of the oldest', async () => {
  const reply = await save()
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      instalments: ['50.09', '50.08', '50.08'].map((amount, i) => ({ dueDate: days[i], amount, balanceDue: amount })),
      dueNow: '50.09',
    },
  ])
  expect(await read()).toEqual(['overdue', '2026-01-31', '0.00', '150.25'])
  expect((await app.send(ada, 'GET', path())).body).toEqual(reply.body)
  expect(await history()).toMatchObject(reply.body)
  expect((await events()).at(-1)!.slice(2)).toEqual(['null > 3 instalments, Jan 31, 2026 to Feb 28, 2030', 'Feb 04, 2030 > Jan 31, 2026'])
  const byPercent = await save([
    { dueDate: '2026-01-31', percent: '33.3' },
    { dueDate: '2030-01-31', percent: '66.7' },
  ])
  expect(byPercent.body.instalments.map(({ amount }: { amount: string }) => amount)).toEqual(['50.03', '100.22'])
  const byAmount = await save([
    { dueDate: '2030-01-30', amount: '0.25' },
    { dueDate: '2030-01-31', amount: 150 },
  ])
  expect(byAmount.body).toMatchObject({ instalments: [{ amount: '0.25' }, { amount: '150.00' }], dueNow: '0.25' })
  expect(await read()).toEqual(['sent', '2030-01-30', '0.00', '150.25'])
  // Nothing changed: nothing happens.
  const before = await events()
  await save([
    { dueDate: '2030-01-30', amount: '0.25' },
    { dueDate: '2030-01-31', amount: 150 },
  ])
  expect(await events()).toEqual(before)
  expect((await save([])).body).toEqual({ instalments: [], dueNow: '150.25' })
  expect(await read()).toEqual(['sent', '2030-01-30', '0.00', '150.25'])
})

test('an invoice is created with its instalments, and sent in the same request or not at all', async () => {
  const create = (body: object) =>
    app.send(ada, 'POST', '/api/invoices', {
      ...{ customerId, issueDate: '2026-01-05', dueDate: '2026-01-31', invoiceNumber: `PARTS-${++count}`, status: 'sent' },
      lineItems: [{ description: 'Design', quantity: 1, unitPrice: '100.00' }],
      ...body,
    })
  const sent = await create({ instalments: three })
  expect([sent.status, sent.body]).toMatchObject([
    201,
    { status: 'overdue', dueDate: '2026-01-31', total: '100.00', emailedTo: expect.any(String) },
  ])
  expect(await readOpen(sent.body.id)).toEqual(['33.34', '33.33', '33.33'])
  const draft = await create({ status: 'draft', dueDate: '2030-01-31', instalments: three.slice(1) })
  expect([draft.status, draft.body]).toMatchObject([201, { status: 'draft', dueDate: '2030-01-31', emailedTo: null }])
  expect(await readOpen(draft.body.id)).toEqual(['50.00', '50.00'])

  const list = async () => (await app.send(ada, 'GET', '/api/invoices')).body.length
  const before = await list()
  for (const [instalments, field] of [
    [three.slice(1, 2), 'instalments'],
    [[{ dueDate: '2026-01-01' }, { dueDate: '2026-02-01' }], 'instalments.0.dueDate'],
    [three.map((each) => ({ ...each, amount: '10.00' })), 'instalments'],
  ] as const) {
    const refused = await create({ instalments })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, field])
  }
  expect(await list()).toBe(before)
})

test.each([
  ['one instalment', [{ dueDate: days[0] }], 'instalments', 'A schedule has at least 2 instalments'],
  [
    '25 instalments',
    Array.from({ length: 25 }, (_, i) => ({ dueDate: `20${50 + i}-01-01` })),
    'instalments',
    'A schedule has at most 24 instalments',
  ],
  ['no due date', [{}, { dueDate: days[1] }], 'instalments.0.dueDate', 'Due date is required'],
  ['equal due dates', [three[0], three[0]], 'instalments.1.dueDate', 'Due date must be after that of the instalment before'],
  [
    'due before it is issued',
    [{ dueDate: '2026-01-04' }, three[1]],
    'instalments.0.dueDate',
    'Due date must not be before the issue date of the invoice, Jan 05, 2026',
  ],
  [
    'an amount of zero',
    [
      { dueDate: days[0], amount: 0 },
      { dueDate: days[1], amount: 1 },
    ],
    'instalments.0.amount',
    'Amount must be more than 0',
  ],
  [
    'a third decimal',
    [
      { dueDate: days[0], amount: '50.255' },
      { dueDate: days[1], amount: '99.995' },
    ],
    'instalments.0.amount',
    'Amount can have at most 2 decimals',
  ],
  [
    'too little',
    [
      { dueDate: days[0], amount: 50 },
      { dueDate: days[1], amount: 100 },
    ],
    'instalments',
    'The amounts come to $0.25 less than the total, $150.25',
  ],
  [
    'too much',
    [
      { dueDate: days[0], amount: 50 },
      { dueDate: days[1], amount: 101 },
    ],
    'instalments',
    'The amounts come to $0.75 more than the total, $150.25',
  ],
  [
    '99 percent',
    [
      { dueDate: days[0], percent: 50 },
      { dueDate: days[1], percent: 49 },
    ],
    'instalments',
    'The percentages must come to 100',
  ],
  [
    'nothing in a part',
    [
      { dueDate: days[0], percent: 0 },
      { dueDate: days[1], percent: 100 },
    ],
    'instalments.0.amount',
    'Nothing would be left of $150.25 for this instalment',
  ],
  [
    'amounts and percentages',
    [
      { dueDate: days[0], percent: 50 },
      { dueDate: days[1], amount: 49 },
    ],
    'instalments',
    'Give each instalment an amount, or each a percentage, or none of them either',
  ],
])('bad input is refused at its field: %s', async (_, instalments, field, message) => {
  const reply = await save(instalments as object[])
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path: field, message }]])
  expect(await readOpen()).toEqual([])
})

test('a visitor gets 401, a stranger 404; a repeated request is done once', async () => {
  const bob = await app.person(`bob of ${ada.email}`)
  for (const method of ['GET', 'PUT'] as const) {
    const body = method === 'PUT' ? { instalments: three } : undefined
    expect((await app.send(null, method, path(), body)).status).toBe(401)
    expect((await app.send(bob, method, path(), body)).status).toBe(404)
    expect((await app.send(ada, method, path(987_654), body)).status).toBe(404)
  }
  const key = { 'idempotency-key': `schedule-${invoice.id}-1234567890` }
  const first = await save(three, invoice.id, key)
  await pay({ amount: '50.09' })
  expect((await save(three, invoice.id, key)).body).toEqual(first.body)
  expect((await events()).filter(([, , change]) => change?.includes('instalments'))).toHaveLength(1)
})

test('paid invoices, and those that ask for nothing, have no schedule to change', async () => {
  await markByHand()
  const paid = await save()
  expect([paid.status, paid.body.message]).toEqual([409, 'Nothing is due on this invoice, so there is nothing to divide into instalments.'])
  const free = await makeInvoice('sent', '0.00')
  expect((await save(three, free.id)).status).toBe(409)
  const draft = await makeInvoice('draft')
  expect((await save(three, draft.id)).status).toBe(200)
  expect(await read(draft.id)).toEqual(['draft', '2026-01-31', '0.00', '150.25'])
  // A cent can't be divided.
  const small = await makeInvoice('sent', '0.01')
  expect((await save(three, small.id)).body.message).toBe('Nothing would be left of $0.01 for this instalment')
})

test('money covers the oldest first: payments, their undoing, refunds and write-offs move the due date', async () => {
  await save()
  const first = (await pay({ amount: '60.00' })).body.payment
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-01-31', '60.00', '90.25'],
    ['0.00', '40.17', '50.08'],
  ])
  await pay({ amount: '40.17' })
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-02-28', '100.17', '50.08'],
    ['0.00', '0.00', '50.08'],
  ])
  await undo(first.id)
  expect([await read(), await readOpen()]).toEqual([
    ['overdue', '2026-01-31', '40.17', '110.08'],
    ['9.92', '50.08', '50.08'],
  ])
  const { body } = await app.send(ada, 'POST', `/api/invoices/${invoice.id}/write-offs`, { day: '2026-02-25', amount: '60.00' })
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-02-28', '40.17', '50.08'],
    ['0.00', '0.00', '50.08'],
  ])
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/write-offs/${body.writeOff.id}/reverse`)
  expect(await read()).toEqual(['overdue', '2026-01-31', '40.17', '110.08'])
  await markByHand()
  expect([await read(), await readOpen()]).toEqual([
    ['paid', '2030-02-28', '150.25', '0.00'],
    ['0.00', '0.00', '0.00'],
  ])
  // Sent again: the payment that paid the rest is undone.
  await saveStatus('sent', { dueDate: '2030-02-28' })
  expect(await read()).toEqual(['overdue', '2026-01-31', '40.17', '110.08'])
})

test('credit notes and applied credit cover the oldest first, as money does, and voiding or undoing them takes it back', async () => {
  await save()
  const note = (await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: invoice.id, amount: '60.00' })).body
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-01-31', '0.00', '90.25'],
    ['0.00', '40.17', '50.08'],
  ])
  const source = await makeInvoice('sent', '100.00')
  await pay({ amount: '100.00' }, {}, source.id)
  await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: source.id, amount: '45.00' })
  const { body } = await app.send(ada, 'POST', `/api/invoices/${invoice.id}/credit-applications`, {})
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-02-28', '0.00', '45.25'],
    ['0.00', '0.00', '45.25'],
  ])
  await app.send(ada, 'POST', `/api/credit-notes/${note.creditNote.id}/void`)
  expect([await read(), await readOpen()]).toEqual([
    ['overdue', '2026-01-31', '0.00', '105.25'],
    ['5.09', '50.08', '50.08'],
  ])
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/credit-applications/${body.creditApplications[0].id}/reverse`)
  expect([await read(), await readOpen()]).toEqual([
    ['overdue', '2026-01-31', '0.00', '150.25'],
    ['50.09', '50.08', '50.08'],
  ])
  // Credited as a whole: nothing is open.
  await app.send(ada, 'POST', '/api/credit-notes', { invoiceId: invoice.id })
  expect([await read(), await readOpen()]).toEqual([
    ['paid', '2030-02-28', '0.00', '0.00'],
    ['0.00', '0.00', '0.00'],
  ])
})

test('equal parts and percentages are of the balance: what is settled already is part of the first instalment', async () => {
  await pay({ amount: '50.25' })
  expect((await save()).body.instalments).toEqual(
    ['83.59', '33.33', '33.33'].map((amount, i) => ({ dueDate: days[i], amount, balanceDue: i === 0 ? '33.34' : amount })),
  )
  const half = three.slice(1).map((row) => ({ ...row, percent: '50' }))
  expect((await save(half)).body).toMatchObject({ instalments: [{ amount: '100.25' }, { amount: '50.00' }], dueNow: '50.00' })
})

test('the email of an invoice asks for what is due now', async () => {
  await save()
  const facts = async () =>
    (await app.send(ada, 'GET', `/api/invoices/${invoice.id}/email-preview`)).body.facts.map(({ label, value }: Record<string, string>) =>
      [label, value].join(': '),
    )
  const number = `Invoice: ${invoice.number}`
  expect(await facts()).toEqual(['Amount due: $50.09', 'Due date: Jan 31, 2026', number, 'Invoice total: $150.25'])
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/send-email`, {})
  await expect.poll(async () => (await mailsAbout()).map(({ text }) => /Amount due: .*/.exec(text)?.[0])).toContain('Amount due: $50.09')
  await pay({ amount: '60.00' })
  expect((await facts()).slice(0, 2)).toEqual(['Amount due: $40.17', 'Due date: Jan 31, 2030'])
})

test('an edit divides another total as before; its days keep to the schedule', async () => {
  await save()
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '200.00' }]
  expect((await saveStatus('overdue', { lineItems })).status).toBe(200)
  expect(await readOpen()).toEqual(['66.68', '66.66', '66.66'])
  const moved = await saveStatus('overdue', { lineItems, dueDate: '2030-02-04' })
  expect([moved.status, moved.body.issues]).toEqual([
    400,
    [{ path: 'dueDate', message: 'Due date is that of the next instalment, Jan 31, 2026. Change it in the payment schedule.' }],
  ])
  const issued = await saveStatus('overdue', { lineItems, issueDate: '2026-02-01' })
  expect([issued.status, issued.body.issues]).toEqual([
    400,
    [{ path: 'issueDate', message: 'Issue date must not be after the first instalment, Jan 31, 2026' }],
  ])
  const tiny = await saveStatus('overdue', { lineItems: [{ description: 'Design', quantity: 1, unitPrice: '0.02' }] })
  expect([tiny.status, tiny.body.message]).toEqual([
    409,
    '$0.02 can’t be divided into the 3 instalments of this invoice. Remove its payment schedule first.',
  ])
  await pay({ amount: '66.68' })
  // Less than before: the first is smaller than what was paid.
  expect((await saveStatus('sent', { lineItems: [{ description: 'Design', quantity: 1, unitPrice: '90.00' }] })).status).toBe(200)
  expect([await read(), await readOpen()]).toEqual([
    ['sent', '2030-02-28', '66.68', '23.32'],
    ['0.00', '0.00', '23.32'],
  ])
})
