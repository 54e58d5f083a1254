import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProxiedNodes, startProxiedNodes } from './testing/proxied.ts'

// What a proxy in front relies on: who lives, who is ready, and an end that nobody notices.

let cluster: ProxiedNodes
beforeAll(async () => {
  cluster = await startProxiedNodes(2, { DRAIN_SECONDS: '1' })
}, 120_000)
afterAll(() => cluster.close())

const ask = async (origin: string, path: string, method = 'GET') => {
  const reply = await fetch(origin + path, { method })
  return { status: reply.status, headers: reply.headers, body: await reply.text() }
}

test('a node says that it lives and that it is ready, to anybody, without a cookie, by reading alone', async () => {
  const { origin } = cluster.nodes[0]!
  const alive = await ask(origin, '/healthz')
  expect([alive.status, alive.body]).toEqual([200, '{"status":"alive"}'])
  const ready = await ask(origin, '/readyz?x=1')
  expect([ready.status, ready.body]).toEqual([200, '{"status":"ready"}'])
  expect(ready.headers.get('set-cookie')).toBeNull()
  expect(ready.headers.get('cache-control')).toBe('no-store')
  expect(await ask(origin, '/readyz', 'HEAD')).toMatchObject({ status: 200, body: '' })
  expect((await ask(origin, '/readyz', 'POST')).status).toBe(405)
  expect((await ask(origin, '/healthz/x')).status).toBe(404)
})

test('a node whose database lacks a migration of its code is not ready, and one with a later migration is', async () => {
  const { test: behind, nodes } = cluster
  const sql = async (text: string) => {
    const { Client } = await import('pg')
    const owner = new Client(behind.owner)
    await owner.connect()
    const { rows } = await owner.query(text)
    await owner.end()
    return rows
  }
  const readiness = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return (await ask(nodes[0]!.origin, '/readyz')).body
  }
  const [newest] = await sql(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *',
  )
  expect(await readiness()).toBe('{"status":"not ready","because":"migrations"}')
  await sql(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${newest.hash}', ${newest.created_at})`)
  expect(await readiness()).toBe('{"status":"ready"}')
  await sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  expect(await readiness()).toBe('{"status":"ready"}')
})

/** Reads and writes without a pause, by several at once, until told to stop. */
const keepAsking = (origin: string, cookie: string) => {
  let isOver = false
  const failed: string[] = []
  let made = 0
  let asked = 0
  const one = async (write: boolean) => {
    asked++
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
    return { failed, made, asked }
  }
}

test('each node is restarted under load, one after the other, and no request fails', { timeout: 60_000 }, async () => {
  const { origin, nodes } = cluster
  const ada = await cluster.person('ada')
  const over = keepAsking(origin, ada.cookie)
  for (const index of [0, 1]) {
    const leaving = nodes[index]!
    const ended = leaving.stop()
    // It says so at once, and goes on answering meanwhile.
    await expect.poll(async () => (await ask(leaving.origin, '/readyz')).body, { timeout: 900 }).toContain('draining')
    expect((await ask(leaving.origin, '/healthz')).status).toBe(200)
    expect((await leaving.send(ada.cookie, 'GET', '/api/customers?limit=1')).status).toBe(200)
    await ended
    await cluster.restart(index)
  }
  const { failed, made, asked } = await over()
  expect(failed).toEqual([])
  expect(asked).toBeGreaterThan(50)
  const [{ n }] = (await cluster.test.database.asUser(ada.userId, (db) => db.rows('select count(*)::int as n from customers'))) as [
    { n: number },
  ]
  expect(n).toBe(made)
})

test('a page that listens for changes is let go by a node that ends, and its connection is closed', async () => {
  const { nodes } = cluster
  const ada = await cluster.person('fay')
  const ending = new Promise<{ ended: boolean; text: string }>((resolve, reject) => {
    const asked = request(`${nodes[0]!.origin}/api/live`, { headers: { cookie: ada.cookie } }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => {
        if (text === '') void nodes[0]!.stop()
        text += chunk
      })
      reply.on('end', () => resolve({ ended: reply.complete, text }))
      reply.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(await ending).toMatchObject({ ended: true, text: expect.stringContaining('event: hello') })
})
