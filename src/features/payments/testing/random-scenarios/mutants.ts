import type { Patch } from './patched-sources.ts'

const routes = 'src/features/payments'
const domain = 'src/server/domain/payments'

/** Faults that are common in payment code. */
export const mutants: Record<string, Patch[]> = {
  'trusts a return from the checkout': [
    { file: `${routes}/routes.ts`, find: 'if (isOwner)\n      await markPaidManually(', replace: 'await markPaidManually(' },
  ],
  'trusts the contents of an event': [
    {
      file: `${routes}/webhooks/routes.ts`,
      find: 'await database.asUser(userId, (db) => recordWebhookEvent(db, now(), endpoint, event, hasRoom))',
      replace: `const { recordCharge } = await import('#server/domain/payments/reconcile/record-charge.ts')
  const { refreshInvoiceStatus } = await import('#server/domain/payments/balance/update-invoice-status.ts')
  const { type, data } = JSON.parse(request.raw.toString('utf8'))
  await database.asUser(userId, async (db) => {
    if (name === 'paypal') return recordWebhookEvent(db, now(), endpoint, event, hasRoom)
    const money = data.object
    if (type === 'payment_intent.succeeded') {
      const [attempt] = await db.rows('select id, document_id as "invoiceId", provider from payment_attempts where id = $1', [money.metadata.attempt])
      const charge = { ref: money.latest_charge, amount: money.amount_received, refunded: 0, currency: money.currency, dispute: null, succeeded: true, fee: null, at: new Date() }
      await recordCharge(db, attempt, charge, money.id, { now: now() })
      await db.rows("update payment_attempts set status = 'paid' where id = $1", [attempt.id])
      await refreshInvoiceStatus({ now }, db, attempt.invoiceId)
    } else if (type === 'charge.refunded')
      await db.rows('update payments set refunded = $1::numeric / 100 where charge_ref = $2', [money.amount_refunded, money.id])
  })`,
    },
  ],
  'takes no lock': [
    { file: `${domain}/balance/balance.ts`, find: 'and deleted_at is null for update', replace: 'and deleted_at is null' },
    { file: `${domain}/balance/balance.ts`, find: 'id = $2 for update', replace: 'id = $2' },
  ],
  'leaves the old checkout open when the invoice is edited': [
    {
      file: `${domain}/reconcile/close-attempts.ts`,
      find: "(await provider?.closeCheckout(attempt.ref)) === 'was-paid'",
      replace: 'provider === undefined',
    },
  ],
}
