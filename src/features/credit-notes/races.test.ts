import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOfInvoice } from '#server/domain/credit-notes/credit-notes.ts'
import { compareJournalWithRecords } from '#server/domain/ledger/integrity/journal-checks.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'
import { findWrongReceivables } from '#server/testing/random-life-checks.ts'
import { day } from '#shared/dates.ts'
import { parseAmount } from '#shared/money.ts'
import { issueCreditNote, voidCreditNote } from './issue.ts'

// Credit notes at the same moment as other acts on their invoice, and cut off at every statement.

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
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme' })).id
})

const makeInvoice = () =>
  app.call(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-01-05', dueDate: '2030-02-04', status: 'sent', taxRate: 10 },
    lineItems: [{ description: 'Work', quantity: 4, unitPrice: '25.00' }],
  })
const issue = (invoiceId: number, over: object = {}) =>
  app.send(ada, 'POST', '/api/credit-notes', { invoiceId, issueDate: '2026-02-01', ...over })
const pay = (id: number, amount: string) =>
  app.send(ada, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-02-01', paymentMethod: 'Cash' })

/** The books agree with the records, and the receivables with the balances. */
const expectSound = async () => {
  const found = await app.database.asUser(ada.userId, async (db) => [
    await findWrongReceivables(db),
    (await compareJournalWithRecords(db, 5)).findings,
  ])
  expect(found).toEqual([[], []])
}
const statuses = (replies: Reply[]) => replies.map(({ status }) => status)

test('credits, payments, a write-off and a deletion at once: what is credited and paid is never more than was asked, and the books are sound', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await makeInvoice()
    const replies = await Promise.all([
      issue(id),
      issue(id, { amount: '55.00' }),
      issue(id, { amount: '55.00' }),
      pay(id, '110.00'),
      pay(id, '60.00'),
      app.send(ada, 'POST', `/api/invoices/${id}/write-offs`, { day: '2026-02-01' }),
      app.send(ada, 'DELETE', `/api/invoices/${id}`),
    ])
    for (const status of statuses(replies)) expect([201, 204, 400, 404, 409]).toContain(status)
    const invoice = await app.send(ada, 'GET', `/api/invoices/${id}`)
    if (invoice.status === 200) {
      expect(Number(invoice.body.amountCredited)).toBeLessThanOrEqual(110)
      expect(invoice.body.status === 'paid' || Number(invoice.body.balanceDue) > 0).toBe(true)
    }
    await expectSound()
  }
})

test('a credit note that is voided twenty times at once is voided once', async () => {
  const { id } = await makeInvoice()
  const { creditNote } = (await issue(id)).body
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.send(ada, 'POST', `/api/credit-notes/${creditNote.id}/void`)))
  expect(new Set(statuses(replies))).toEqual(new Set([200]))
  const { events } = await app.call(ada, 'GET', `/api/credit-notes/${creditNote.id}/history`)
  expect(events.filter(({ kind }: { kind: string }) => kind === 'voided')).toHaveLength(1)
  await expectSound()
})

test('cut off at any statement, a credit note is issued and voided as a whole or not at all', async () => {
  const { id } = await makeInvoice()
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
  const today = day('2026-03-01')
  const listNotes = () => app.database.asUser(ada.userId, (db) => listOfInvoice(db, id, today))
  const killAtEach = async (act: (db: UserDb) => Promise<unknown>, isDone: () => Promise<boolean>) => {
    for (let nth = 1; nth < 200; nth++) {
      const ended = await runKilledAt(app.database, nth, () => app.database.asUser(ada.userId, act))
      await expectSound()
      // A commit may have reached the database before its answer was lost.
      if (ended || (await isDone())) return nth
    }
    throw new Error('it did not end')
  }
  const input = { invoiceId: id, amount: parseAmount('40'), issueDate: day('2026-02-01'), notes: null, reinvoice: false }
  const issuedAt = await killAtEach(
    async (db) => issueCreditNote(clock, db, await lockBalance(db, id), { input, today }),
    async () => (await listNotes()).length > 0,
  )
  const notes = await listNotes()
  expect([issuedAt > countKills(10), notes.length]).toEqual([true, 1])
  expect((await app.call(ada, 'GET', `/api/invoices/${id}`)).balanceDue).toBe('70.00')
  const voidedAt = await killAtEach(
    async (db) => voidCreditNote(clock, db, await lockBalance(db, id), notes[0]!),
    async () => (await listNotes())[0]!.status === 'voided',
  )
  expect(voidedAt).toBeGreaterThan(countKills(5))
  expect((await app.call(ada, 'GET', `/api/invoices/${id}`)).balanceDue).toBe('110.00')
})
