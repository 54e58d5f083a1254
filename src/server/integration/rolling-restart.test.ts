import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { type ProxiedNodes, startProxiedNodes } from '#server/testing/proxied-nodes.ts'

// Clients of the proxy must not notice that a node is replaced, or that one is killed.

/** A mail server that can delay accepting the messages that it receives. */
const slowMailServer = async () => {
  let waiting: (() => void)[] | null = null
  const taken = new Set<string>()
  const server = await startTestMailServer({
    onData: (stream, _session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const take = () => {
          taken.add(/^message-id: (.+)$/im.exec(raw)?.[1] ?? raw)
          done()
        }
        if (waiting) waiting.push(take)
        else take()
      })
    },
  })
  return {
    ...server,
    hold: () => {
      waiting = []
    },
    held: () => waiting?.length ?? 0,
    letGo: () => {
      const all = waiting ?? []
      waiting = null
      for (const take of all) take()
    },
    /** The ids of accepted messages. */
    taken: () => taken,
  }
}

let cluster: ProxiedNodes
let slow: Awaited<ReturnType<typeof slowMailServer>>
beforeAll(async () => {
  slow = await slowMailServer()
  cluster = await startProxiedNodes(2, { DRAIN_SECONDS: '1', SMTP_URL: `smtp://127.0.0.1:${slow.port}` })
}, 400_000)
afterAll(async () => {
  await cluster.close()
  await slow.close()
})

const fetchPath = async (origin: string, path: string, method = 'GET') => {
  const reply = await fetch(origin + path, { method })
  return { status: reply.status, headers: reply.headers, body: await reply.text() }
}

/** Several clients that read and write continuously until stopped. */
const keepAsking = (origin: string, cookie: string) => {
  let isOver = false
  const failed: string[] = []
  let made = 0
  let requestCount = 0
  const one = async (write: boolean) => {
    requestCount++
    const reply = await fetch(`${origin}/api/customers${write ? '' : '?limit=5'}`, {
      method: write ? 'POST' : 'GET',
      headers: { cookie, ...(write && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }) },
      ...(write && { body: '{"name":"Acme"}' }),
    }).catch((error: Error) => ({ status: 0, text: async () => String(error.cause ?? error) }))
    const text = await reply.text()
    if (reply.status !== (write ? 201 : 200)) failed.push(`${reply.status} ${text}`)
    else if (write) made++
  }
  const loop = async (write: boolean) => {
    while (!isOver) {
      await one(write)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  const loops = [true, false, true, false].map(loop)
  return async () => {
    isOver = true
    await Promise.all(loops)
    return { failed, made, requestCount }
  }
}

test('restarting the nodes one after the other under load fails no request', { timeout: 400_000 }, async () => {
  const { origin, nodes } = cluster
  const ada = await cluster.person('ada')
  const over = keepAsking(origin, ada.cookie)
  for (const index of [0, 1]) {
    const leaving = nodes[index]!
    const ended = leaving.stop()
    // It reports at once that it is not ready, and continues to answer.
    await expect.poll(async () => (await fetchPath(leaving.origin, '/readyz')).body, { timeout: 900 }).toContain('draining')
    expect((await fetchPath(leaving.origin, '/healthz')).status).toBe(200)
    expect((await leaving.send(ada.cookie, 'GET', '/api/customers?limit=1')).status).toBe(200)
    await ended
    await cluster.restart(index)
  }
  const { failed, made, requestCount } = await over()
  expect(failed).toEqual([])
  expect(requestCount).toBeGreaterThan(50)
  const [{ n }] = (await cluster.test.database.asUser(ada.userId, (db) => db.rows('select count(*)::int as n from customers'))) as [
    { n: number },
  ]
  expect(n).toBe(made)
})

test('a node that stops ends its event streams and closes their connections', { timeout: 400_000 }, async () => {
  const { nodes } = cluster
  const ada = await cluster.person('fay')
  const ending = new Promise<{ ended: boolean; text: string }>((resolve, reject) => {
    const streamRequest = request(`${nodes[0]!.origin}/api/live`, { headers: { cookie: ada.cookie } }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => {
        if (text === '') void nodes[0]!.stop()
        text += chunk
      })
      reply.on('end', () => resolve({ ended: reply.complete, text }))
      reply.on('error', reject)
    })
    streamRequest.on('error', reject)
    streamRequest.end()
  })
  expect(await ending).toMatchObject({ ended: true, text: expect.stringContaining('event: hello') })
  await cluster.restart(0)
})

test('the jobs of a killed node are done by the other', { timeout: 240_000 }, async () => {
  const { origin, nodes } = cluster
  const { cookie, userId } = await cluster.person('kim')
  await cluster.test.database.asUser(userId, (db) => db.rows("update users set subscription_status = 'active' where id = $1", [userId]))
  const send = async (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const reply = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: reply.status, body: (await reply.json()) as { id: number } }
  }
  const { body: customer } = await send('/api/customers', { name: 'Acme', email: 'kim@customer.example' })
  slow.hold()
  const count = 8
  const made = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      send('/api/invoices', {
        customerId: customer.id,
        invoiceNumber: `K-${i}`,
        status: 'sent',
        issueDate: '2026-01-31',
        dueDate: '2026-03-02',
        lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
      }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(count).fill(201))
  // A node sends at most two emails of an account at once: with three that the mail server delays, both nodes are working.
  await expect.poll(() => slow.held(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  await nodes[0]!.kill()
  slow.letGo()
  await expect.poll(() => slow.taken().size, { timeout: 120_000, interval: 200 }).toBe(count)
  expect((await fetch(`${origin}/api/customers`, { headers: { cookie } })).status).toBe(200)
  await cluster.restart(0)
})
