import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNodes } from '#server/testing/processes.ts'

// The gate between two server processes, which share nothing but the database.

let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes([{}, {}])
}, 120_000)
afterAll(() => cluster.close())

const rounds = 20
const atOnce = 20

test('one invoice left: twenty times, of twenty creations at once on two servers exactly one succeeds', { timeout: 240_000 }, async () => {
  const ada = await cluster.person('ada')
  let turn = 0
  const send = (path: string, body: unknown) => cluster.nodes[turn++ % 2]!.send(ada.cookie, 'POST', path, body)
  const sql = <Row>(text: string) => cluster.test.database.asUser(ada.userId, (db) => db.rows<Row>(text))
  const customerId = (await send('/api/customers', { name: 'Acme' })).body.id
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round++) {
    await sql('update users set trial_invoices_used = 9')
    const replies = await Promise.all(
      Array.from({ length: atOnce }, (_, i) =>
        send('/api/invoices', {
          customerId,
          invoiceNumber: `R${round}-${i}`,
          issueDate: '2026-01-31',
          dueDate: '2026-03-02',
          lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
        }),
      ),
    )
    const of = (status: number) => replies.filter((reply) => reply.status === status).length
    const others = replies
      .filter((reply) => ![201, 403].includes(reply.status))
      .map((reply) => `, ${reply.status} ${JSON.stringify(reply.body)}`)
    outcomes.push(`${of(201)} made, ${of(403)} refused${others.join('')}`)
    for (const { status, body } of replies) if (status === 403) expect(body.requiresSubscription).toBe(true)
  }
  expect(outcomes).toEqual(Array.from({ length: rounds }, () => '1 made, 19 refused'))
  const [row] = await sql<{ used: number; made: number }>(
    'select trial_invoices_used as used, (select count(*)::int from invoices) as made from users',
  )
  expect(row).toEqual({ used: 10, made: rounds })
})

test('servers that start have all subscriptions looked over, once for all of them', async () => {
  const { Client } = await import('pg')
  const owner = new Client(cluster.test.owner)
  await owner.connect()
  const looked = async () =>
    (
      await owner.query(
        "select run_at > now() + interval '20 hours' as waits from graphile_worker._private_jobs where key = 'subscription-look-over'",
      )
    ).rows
  await expect.poll(looked, { timeout: 15_000 }).toEqual([{ waits: true }])
  await owner.end()
})
