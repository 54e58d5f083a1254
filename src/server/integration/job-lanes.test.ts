import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#server/testing/app.ts'

// The lane "identity" has the emails that users need to sign in; "payments" has calls to payment providers that do no long work on this side. PDFs and
// emails to customers are in neither: one account can cause many slow ones.
test('each job is declared in the lane of its kind', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const inLane = (lane: string) =>
    app.runners
      .filter((runner) => runner.lane === lane)
      .map(({ name }) => name)
      .toSorted()
  expect(inLane('identity')).toEqual(['account.confirm-email', 'account.goodbye', 'account.note', 'account.reset-password'])
  expect(inLane('payments')).toEqual([
    'automatic-payments.run',
    'payments.check',
    'payments.close-others',
    'payments.event',
    'payments.event-sweep',
    'payments.keys',
    'payments.reconcile',
    'payments.refund',
    'payments.webhook',
    'saved-cards.detach',
    'saved-cards.refresh',
    'subscription.check',
    'subscription.look-over',
    'subscription.sync',
    'subscription.webhook',
  ])
  expect(inLane('scheduled')).toEqual([
    'estimates.send-scheduled',
    'invoices.send-scheduled',
    'late-fees.run',
    'recurring-invoices.run',
    'reminders.run',
    'reminders.send',
    'scheduled-sends.run',
    'statements.schedule',
    'statements.send-scheduled',
  ])
  expect(inLane('general')).toEqual([
    'account.exports-sweep',
    'account.remove-files',
    'automatic-payments.customer-email',
    'automatic-payments.stopped',
    'credit-notes.send',
    'deleted-records.sweep',
    'demo.delete',
    'emails.bounced',
    'estimates.answered',
    'estimates.send',
    'exchange-rates.ecb',
    'invoices.send',
    'logos.sweep',
    'payments.compare',
    'payments.differs-note',
    'payments.disputed',
    'payments.key-refused',
    'payments.owner-note',
    'payments.questioned',
    'payments.receipt',
    'payments.refund-email',
    'payments.refund-failed',
    'payments.refund-undone',
    'receipts.sweep',
    'recurring-invoices.problem',
    'reminders.reply',
    'reminders.waiting',
    'scheduled-sends.problem',
    'security-events.sweep',
    'statements.send',
    'subscription.ended',
    'subscription.past-due',
    'subscription.two-live',
    'uploads.sweep',
  ])
})
