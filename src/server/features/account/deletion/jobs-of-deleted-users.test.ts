import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

// Jobs may wait for days, and their user may be deleted when they run: none may fail for that on every retry.

let app: TestApp
let userId: number
beforeAll(async () => {
  app = await createTestApp()
  const ada = await app.person('ada')
  await app.sql('delete from users where id = $1', [ada.userId])
  userId = ada.userId
})
afterAll(() => app.close())

const at = '2026-01-01T00:00:00.000Z'
const name = '0'.repeat(32)
const effect = {
  customers: 1,
  items: 1,
  invoices: 1,
  unpaidInvoices: 0,
  estimates: 1,
  'credit-notes': 1,
  expenses: 1,
  payments: 1,
  files: 1,
  hasSubscription: false,
}
/** The payload of each job besides its user. */
const payloads: Record<string, object> = {
  'demo.delete': {},
  'invoices.send': { emailId: 1 },
  'invoices.send-scheduled': { emailId: 1 },
  'credit-notes.send': { emailId: 1 },
  'estimates.send': { emailId: 1 },
  'estimates.send-scheduled': { emailId: 1 },
  'statements.send': { emailId: 1 },
  'statements.send-scheduled': { emailId: 1 },
  'estimates.answered': { estimateId: 1, answeredAt: at, refusal: null },
  'payments.check': { attemptId: 'a', round: 1 },
  'payments.reconcile': { attemptId: 'a' },
  'payments.close-others': { attemptIds: ['a'] },
  'payments.refund': { refundId: 1 },
  'payments.refund-email': { refundId: 1, round: 1 },
  'payments.questioned': { attemptId: 'a' },
  'payments.disputed': { paymentId: 1, state: 'open', at },
  'payments.refund-failed': { refundId: 1, isUnclear: false },
  'payments.refund-undone': { paymentId: 1, amount: '1.00', at },
  'payments.key-refused': { provider: 'stripe', refusedAt: at },
  'payments.keys': { provider: 'stripe', round: 1 },
  'payments.webhook': { provider: 'stripe' },
  'payments.event': { endpointId: '1', eventId: 'e', receivedAt: '2026-01-01T00:00:00.000Z', attemptIds: ['a'] },
  'payments.event-sweep': {},
  'payments.compare': { provider: 'stripe' },
  'payments.differs-note': { provider: 'stripe', attemptIds: ['a'], at: 1 },
  'payments.receipt': { paymentId: 1 },
  'payments.owner-note': { paymentId: 1 },
  'automatic-payments.run': { documentId: 1 },
  'automatic-payments.customer-email': { documentId: 1, needsConfirmation: false },
  'automatic-payments.stopped': { documentId: 1 },
  'saved-cards.detach': { accountId: 'a', methodRef: 'm' },
  'saved-cards.refresh': { cardId: 1 },
  'subscription.check': {},
  'subscription.sync': {},
  'subscription.past-due': { since: at },
  'subscription.ended': { reason: 'unpaid', at },
  'subscription.two-live': { count: 2, at },
  'uploads.sweep': { name },
  'receipts.sweep': { fileId: 1 },
  'emails.bounced': { markId: 1 },
  'recurring-invoices.run': { recurringId: 1 },
  'recurring-invoices.problem': { recurringId: 1, since: at },
  'scheduled-sends.run': { documentId: 1 },
  'scheduled-sends.problem': { documentId: 1, since: at },
  'statements.schedule': {},
  'reminders.run': {},
  'late-fees.run': {},
  'reminders.send': { emailId: 1 },
  'reminders.waiting': { since: at },
  'reminders.reply': { optOutId: 1 },
  'logos.sweep': { fileId: 1 },
  'deleted-records.sweep': {},
  'account.exports-sweep': {},
  'account.remove-files': {},
  'account.goodbye': { name: 'Ada', address: 'gone@example.com', deletedOn: '2026-01-01', effect },
}
/** Jobs without a user, and jobs of emails to addresses that do not belong to a user yet. */
const ofNobody = [
  'exchange-rates.ecb',
  'security-events.sweep',
  'subscription.look-over',
  'subscription.webhook',
  'account.confirm-email',
  'account.reset-password',
  'account.note',
]

test('every job of a deleted user ends without an error', async () => {
  const failed: string[] = []
  for (const { name, run } of app.runners.filter((job) => !ofNobody.includes(job.name))) {
    await run({ userId, ...payloads[name] }).catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
    // Each new job needs its payload here: without it, it would fail before it starts.
    if (!payloads[name]) failed.push(`${name}: no payload`)
  }
  expect(failed).toEqual([])
  // Only the confirmation email was sent, and nothing was queued or created for a deleted user.
  expect((await app.mails(1)).map(({ to }) => to.address)).toEqual(['gone@example.com'])
  expect(await app.sql("select payload from graphile_worker._private_jobs where (payload ->> 'userId')::bigint = $1", [userId])).toEqual([])
})
