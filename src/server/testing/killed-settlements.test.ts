import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compareJournalWithRecords } from '#server/domain/ledger/integrity/journal-checks.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { countKills, runKilledAt } from './kill-at-statement.ts'
import { findWrongReceivables } from './random-life-checks.ts'

// What settles invoices, and what is invoiced in advance or in parts, cut off at the statements of its request.

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})

const makeInvoice = async (unitPrice: string, over: object = {}): Promise<number> =>
  (
    await app.call(ada, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-01-05', dueDate: '2030-02-04', status: 'sent' },
      lineItems: [{ description: 'Work', quantity: 1, unitPrice }],
      ...over,
    })
  ).id
const makeRetainer = async (amount: string): Promise<number> => {
  const id = await makeInvoice(amount, { kind: 'retainer' })
  await app.call(ada, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-10', paymentMethod: 'Cash' })
  return id
}
const makeEstimate = () =>
  app.call(ada, 'POST', '/api/estimates', {
    ...{ customerId, estimateNumber: `E-${++count}`, issueDate: '2026-01-05', expiryDate: '2030-12-31', taxRate: 19, status: 'sent' },
    lineItems: [{ description: 'Website', quantity: 1, unitPrice: '1000.00' }],
  })
const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)

/** The books agree with the records, and the receivables with the balances. */
const expectSound = async () => {
  const found = await app.database.asUser(ada.userId, async (db) => [
    await findWrongReceivables(db),
    (await compareJournalWithRecords(db, 5)).findings,
  ])
  expect(found).toEqual([[], []])
}
/** The journal only grows. */
const countJournalLines = () => app.sql('select count(*)::int from journal_lines where user_id = $1', [ada.userId])

type Send = () => Promise<{ status: number }>

/**
 * Sends a request that is cut off at its first statement, then at a later one, until it is through.
 * @param observe what it changes; until then it is as before, like the journal
 * @returns what `observe` sees then
 */
const killAtEach = async (send: Send, observe: () => Promise<unknown>): Promise<unknown> => {
  const look = async () => ({ state: await observe(), journal: await countJournalLines() })
  const before = await look()
  for (let nth = 1; nth < 300; nth++) {
    let status = 0
    const ended = await runKilledAt(app.database, nth, async () => {
      status = (await send()).status
    })
    const now = await look()
    // A commit may have reached the database before its answer was lost: then it is through as a whole.
    if (!ended && JSON.stringify(now) === JSON.stringify(before)) continue
    if (ended) expect(status).toBeLessThan(300)
    expect(nth).toBeGreaterThan(countKills(5))
    expect(now.state).not.toEqual(before.state)
    await expectSound()
    return now.state
  }
  throw new Error('it did not end')
}

test('credit of a retainer is applied and given back as a whole or not at all', async () => {
  const retainer = await makeRetainer('100.00')
  const invoice = await makeInvoice('60.00')
  const observe = async () => [
    (await read(invoice)).balanceDue,
    (await read(retainer)).creditApplied,
    (await app.call(ada, 'GET', `/api/customers/${customerId}/credit`)).map(({ amount }) => amount),
  ]
  const after = await killAtEach(() => app.send(ada, 'POST', `/api/invoices/${invoice}/credit-applications`, {}), observe)
  expect(after).toEqual(['0.00', '-60.00', ['40.00']])
  const id = (await app.call(ada, 'GET', `/api/invoices/${invoice}/history`)).creditApplications[0]!.id
  const undone = await killAtEach(() => app.send(ada, 'POST', `/api/invoices/${invoice}/credit-applications/${id}/reverse`), observe)
  expect(undone).toEqual(['60.00', '0.00', ['100.00']])
})

test('a write-off and its reversal happen as a whole or not at all', async () => {
  const invoice = await makeInvoice('60.00', { taxRate: 10 })
  const observe = async () => {
    const { status, balanceDue, amountWrittenOff } = await read(invoice)
    return [status, balanceDue, amountWrittenOff]
  }
  const after = await killAtEach(
    () => app.send(ada, 'POST', `/api/invoices/${invoice}/write-offs`, { day: '2026-02-01', recoversTax: true }),
    observe,
  )
  expect(after).toEqual(['paid', '0.00', '66.00'])
  const id = (await app.call(ada, 'GET', `/api/invoices/${invoice}/history`)).writeOffs[0]!.id
  const undone = await killAtEach(() => app.send(ada, 'POST', `/api/invoices/${invoice}/write-offs/${id}/reverse`), observe)
  expect(undone).toEqual(['sent', '66.00', '0.00'])
})

test('a deposit is asked for, deducted and taken back as a whole or not at all', async () => {
  const draft = await makeInvoice('1000.00', { status: 'draft', taxRate: 19 })
  const list = () =>
    app.sql<{ id: number; total: string }>(`select id::int, total::text from documents where user_id = $1 and invoice_kind = 'deposit'`, [
      ada.userId,
    ])
  await killAtEach(() => app.send(ada, 'POST', `/api/invoices/${draft}/deposits`, { percent: '30' }), list)
  const [deposit, ...more] = await list()
  expect([deposit!.total, more]).toEqual(['357.00', []])
  expect((await app.send(ada, 'POST', `/api/invoices/${deposit!.id}/send-email`)).status).toBe(200)
  const observe = async () => [
    (await read(draft)).total,
    (await app.call(ada, 'GET', `/api/invoices/${draft}/history`)).deposits.map(({ deducted, left }) => [deducted, left]),
  ]
  const path = `/api/invoices/${draft}/deductions/${deposit!.id}`
  expect(await killAtEach(() => app.send(ada, 'PUT', path), observe)).toEqual(['833.00', [['300.00', '0.00']]])
  expect(await killAtEach(() => app.send(ada, 'DELETE', path), observe)).toEqual(['1190.00', [['0.00', '300.00']]])
})

test('an estimate is accepted with its deposit, email and notification, or not at all', async () => {
  const estimate = await makeEstimate()
  await app.call(ada, 'PUT', `/api/estimates/${estimate.id}/deposit`, { percent: '30' })
  const [link] = await app.sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [estimate.id])
  const { version } = (await app.send(null, 'GET', `/api/public/estimate/${link!.id}`)).body.estimate
  const observe = async () => {
    // One address may not ask so often.
    await app.sql('delete from rate_counts')
    return app.sql(
      `select (select status from documents where user_id = $1 and id = $2) as status,
              (select count(*)::int from documents where user_id = $1 and source_document_id = $2) as invoices,
              (select count(*)::int from document_emails where user_id = $1) as emails,
              (select count(*)::int from estimate_responses where user_id = $1) as answers`,
      [ada.userId, estimate.id],
    )
  }
  const after = await killAtEach(
    () => app.send(null, 'POST', `/api/public/estimate/${link!.id}/accept`, { name: 'Kim Lee', version }),
    observe,
  )
  expect(after).toEqual([{ status: 'accepted', invoices: 2, emails: 1, answers: 1 }])
})

test('a part of an estimate is invoiced, and its rest, as a whole or not at all', async () => {
  const { id } = await makeEstimate()
  const observe = async () => (await app.call(ada, 'GET', `/api/estimates/${id}/progress`)).invoices.map(({ total }) => total)
  expect(await killAtEach(() => app.send(ada, 'POST', `/api/estimates/${id}/progress`, { percent: '30' }), observe)).toEqual(['357.00'])
  expect(await killAtEach(() => app.send(ada, 'POST', `/api/estimates/${id}/convert`), observe)).toEqual(['357.00', '833.00'])
})

test('a payment schedule is saved as a whole or not at all', async () => {
  const invoice = await makeInvoice('100.00')
  const observe = async () => (await app.call(ada, 'GET', `/api/invoices/${invoice}/instalments`)).instalments.map(({ amount }) => amount)
  const instalments = ['2030-01-04', '2030-02-04', '2030-03-04'].map((dueDate) => ({ dueDate }))
  const after = await killAtEach(() => app.send(ada, 'PUT', `/api/invoices/${invoice}/instalments`, { instalments }), observe)
  expect(after).toEqual(['33.34', '33.33', '33.33'])
})

test('credit of a note without an invoice is refunded, and the refund undone, as a whole or not at all', async () => {
  const note = {
    customerId,
    issueDate: '2026-01-10',
    taxRate: 19,
    lineItems: [{ description: 'Rebate', quantity: 1, unitPrice: '100.00' }],
  }
  const { id } = (await app.call(ada, 'POST', '/api/credit-notes', note)).creditNote
  const history = () => app.call(ada, 'GET', `/api/credit-notes/${id}/history`)
  const observe = async () => [
    (await app.call(ada, 'GET', `/api/credit-notes/${id}`)).creditLeft,
    (await history()).refunds.map(({ amount, reversal }) => [amount, reversal !== null]),
  ]
  const give = { day: '2026-01-12', amount: '50.00', paymentMethod: 'Cash' }
  const after = await killAtEach(() => app.send(ada, 'POST', `/api/credit-notes/${id}/refunds`, give), observe)
  expect(after).toEqual(['69.00', [['50.00', false]]])
  const refund = (await history()).refunds[0]!.id
  const undone = await killAtEach(() => app.send(ada, 'POST', `/api/credit-notes/${id}/refunds/${refund}/reverse`), observe)
  expect(undone).toEqual(['119.00', [['50.00', true]]])
})

test('a late fee is charged with its invoice and email, and waived, as a whole or not at all', async () => {
  const rule = { kind: 'fixed', amount: '12.00', graceDays: 0, repeats: 'once', isAutomatic: false, validFrom: '2026-01-01' }
  await app.call(ada, 'PUT', '/api/late-fee-rule', rule)
  const invoice = await makeInvoice('100.00', { dueDate: '2026-02-04' })
  const { proposal } = await app.call(ada, 'GET', `/api/invoices/${invoice}/late-fees`)
  const key = { ruleId: proposal!.ruleId, occurrence: proposal!.occurrence }
  const observe = async () => [
    (await app.call(ada, 'GET', `/api/invoices/${invoice}/late-fees`)).fees.map(({ amount, isWaived }) => [amount, isWaived]),
    await app.sql(
      `select (select count(*)::int from documents where user_id = $1 and deleted_at is null) as invoices,
              (select count(*)::int from document_emails where user_id = $1 and document_id <> $2) as emails`,
      [ada.userId, invoice],
    ),
  ]
  const path = `/api/invoices/${invoice}/late-fees`
  const after = await killAtEach(() => app.send(ada, 'POST', path, key), observe)
  expect(after).toEqual([[['12.00', false]], [{ invoices: 2, emails: 1 }]])
  const waived = await killAtEach(() => app.send(ada, 'POST', `${path}/waive`, key), observe)
  expect(waived).toEqual([[['12.00', true]], [{ invoices: 1, emails: 1 }]])
})
