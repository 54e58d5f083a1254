import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BusinessFixture, createBusinessFixture } from '#features/payments/testing/random-scenarios/business-fixture.ts'
import { type ServerFixture, startServerFixture } from '#features/payments/testing/random-scenarios/server-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { soakCount, soakSeed } from '#shared/testing/soak.ts'

// Processes that are killed while they record a payment. Whenever that happens, no payment is lost or doubled, and the next reconciliation records it.

const runs = soakCount(4, 60)
let server: ServerFixture
let business: BusinessFixture
beforeAll(async () => {
  server = await startServerFixture()
  const { cookie } = await server.person('buyer')
  business = await createBusinessFixture(server, 'shop', 5000, cookie)
  await server.database.asUser(business.userId, (db) =>
    db.rows("update users set subscription_status = 'active' where id = $1", [db.userId]),
  )
}, 400_000)
afterAll(() => server.close())

/** A sent invoice of $50.00 that was paid at the provider and isn't reconciled yet; every third one is partly refunded there. */
const paidThere = async (run: number) => {
  const made = await business.owner('POST', '/api/invoices', { ...business.document(5000), invoiceNumber: `K-${run}` })
  const link = await business.owner('POST', `/api/invoices/${made.body.id}/create-payment`)
  const publicId = new URL(link.body.paymentUrl).pathname.split('/')[2]!
  const page = await business.clickOn(publicId)
  await payAtCheckout(page, '4242424242424242')
  const session = new URL(page).pathname.split('/').at(-1)!
  const refunded = run % 3 === 0 ? 1234 : 0
  if (refunded) await business.refundAtStripe((await business.findCharge(session))!, refunded)
  const [attempt] = await business.rows<{ id: string }>(`select id from payment_attempts where document_id = ${made.body.id}`)
  return { invoiceId: made.body.id as number, publicId, attemptId: attempt!.id, refunded }
}

/** Reconciles in a separate process. @returns how it ended */
const reconcileDyingAt = (attemptId: string, at: number) =>
  new Promise<{ signal: string | null; moments: number }>((resolve) => {
    const orders = JSON.stringify({ ...server.access, userId: business.userId, attemptId, at })
    execFile(process.execPath, ['src/features/payments/testing/crashes/crashing-process.ts', orders], (error, stdout) =>
      resolve({ signal: (error as { signal?: string } | null)?.signal ?? null, moments: Number(stdout) }),
    )
  })

const readBooks = (invoiceId: number) =>
  business.rows<{ status: string; payments: number; paid: string; refunded: string; receipts: number; notes: number }>(
    `select i.status, count(p.id) as payments, coalesce(sum(p.amount), 0)::text as paid, coalesce(sum(p.refunded), 0)::text as refunded,
            (select count(*) from document_emails e where e.document_id = i.id and e.kind = 'receipt') as receipts,
            (select count(*) from events e where e.subject_type = 'invoice' and e.subject_id = i.id and e.kind = 'payment') as notes
     from documents i left join payments p on p.document_id = i.id where i.id = ${invoiceId} group by i.id, i.user_id, i.status`,
  )

test(`${runs} processes are killed while they record a payment: one payment in the end, never lost`, {
  timeout: 300_000,
}, async () => {
  // A payment without a refund has fewer moments.
  const countMoments = async (run: number) => {
    const { signal, moments } = await reconcileDyingAt((await paidThere(run)).attemptId, 0)
    expect(signal).toBeNull()
    expect(moments).toBeGreaterThan(15)
    return moments
  }
  const moments = { refunded: await countMoments(3000), kept: await countMoments(3001) }

  // Few runs are spread over the moments; those of the next seed begin at the next moment.
  const stride = Math.max(Math.floor(moments.kept / runs), 1)
  const waiting = Array.from({ length: runs }, (_, run) => run)
  const died: string[] = []
  const halves: unknown[] = []
  const next = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const { invoiceId, publicId, attemptId, refunded } = await paidThere(run)
      const end = await reconcileDyingAt(attemptId, 1 + ((run * stride + soakSeed - 1) % (refunded ? moments.refunded : moments.kept)))
      if (end.signal === 'SIGKILL') died.push(attemptId)
      // The payment is recorded completely or not at all.
      const [after] = await readBooks(invoiceId)
      const nothing = { status: 'sent', payments: 0, paid: '0', refunded: '0', receipts: 0, notes: 0 }
      const all = { status: 'paid', payments: 1, paid: '50.00', refunded: refunded ? '12.34' : '0.00', receipts: 1, notes: 1 }
      halves.push([after, JSON.stringify(after) === JSON.stringify(after!.payments === 0 ? nothing : all)])
      await business.buyer('POST', `/api/invoices/${publicId}/mark-paid`)
      expect((await readBooks(invoiceId))[0]).toEqual(all)
    }
  }
  await Promise.all([next(), next(), next()])
  expect(halves.filter((half) => !(half as [unknown, boolean])[1])).toEqual([])
  expect(died).toHaveLength(runs)
})
