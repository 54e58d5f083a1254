import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDocuments } from '#server/testing/records.ts'
import { type NodeReply, startNodes } from '#server/testing/server-processes.ts'
import { maxPageSize, maxReplyBytes } from '#shared/contract/lists.ts'
import { soakCount } from '#shared/testing/soak.ts'

// Lists must not exhaust the server's memory, not even with documents larger than the API takes, which are inserted with SQL. The server runs in a process
// of its own, so that its memory can be measured.

let cluster: Awaited<ReturnType<typeof startNodes>>
let ada: { userId: number; cookie: string }
let bob: { userId: number; cookie: string }

const [estimates, invoices] = [soakCount(24, 70), soakCount(12, 60)]

type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

/** Writes to the database directly, without the jobs and events that follow a change. */
const inDatabase = async (work: (sql: Sql) => Promise<void>) => {
  const owner = new Client(cluster.test.owner)
  await owner.connect()
  try {
    await work(async <Row>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as Row[])
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

/** Inserts a customer and documents of it. */
const fill = (userId: number, type: 'invoice' | 'estimate', count: number, lines: number, lineCharacters: number) =>
  inDatabase(async (sql) => {
    const [customer] = await sql<{ id: string }>("insert into customers (user_id, name) values ($1, 'Acme') returning id", [userId])
    const size = { lines, description: 'x'.repeat(lineCharacters), unitPrice: '0.00' }
    await insertDocuments(sql, userId, { type, customerId: Number(customer!.id), number: `${type} `, count, days: 7, ...size })
  })

beforeAll(async () => {
  cluster = await startNodes([{ LOG_LEVEL: 'error' }])
  ada = await cluster.person('ada')
  bob = await cluster.person('bob')
  // Estimates of 1,000 lines of 8 kB, invoices of 2 MB, and 2,500 invoices that fit into three pages.
  await fill(ada.userId, 'estimate', estimates, 1000, 8000)
  await fill(ada.userId, 'invoice', invoices, 250, 8000)
  await fill(bob.userId, 'invoice', 2500, 1, 20)
  await inDatabase(async (sql) => {
    await sql(
      "insert into customers (user_id, name, address) select $1, 'Customer ' || n, repeat('x', 400) from generate_series(1, 20000) n",
      [bob.userId],
    )
  })
}, 400_000)
afterAll(() => cluster?.close())

const ask = (who: { cookie: string }, path: string): Promise<NodeReply> => cluster.nodes[0]!.send(who.cookie, 'GET', path)

/** Reads the pages of a list by its cursor. */
const readPages = async (who: { cookie: string }, path: string, most = Number.POSITIVE_INFINITY) => {
  const pages: NodeReply[] = []
  let after: string | null = null
  do {
    const page: NodeReply = await ask(
      who,
      after === null ? path : `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`,
    )
    expect([path, page.status]).toEqual([path, 200])
    pages.push(page)
    after = page.next
  } while (after !== null && pages.length < most)
  return pages
}

// Each estimate takes 8 MB: the first pages are enough.
test.each([
  ['/api/estimates?limit=70&sort=total', 4, 4],
  ['/api/invoices', Number.POSITIVE_INFINITY, invoices],
])('%s of huge documents returns one record per page and each record once', { timeout: 400_000 }, async (path, most, count) => {
  const pages = await readPages(ada, path, most)
  expect(pages.length).toBe(count)
  // A record is returned alone, however large it is.
  expect(pages.filter(({ body }) => body.length !== 1)).toEqual([])
  expect(new Set(pages.map(({ body }) => body[0].id)).size).toBe(pages.length)
  expect((await ask(bob, '/api/customers')).status).toBe(200)
})

test.each(['/api/invoices', '/api/invoices?limit=1000', '/api/invoices?sort=customer'])(
  '%s answers at most 1,000 records and 4 MB, and the cursor leads through all of them',
  async (path) => {
    const pages = await readPages(bob, path)
    for (const { body, bytes } of pages) {
      expect(body.length).toBeLessThanOrEqual(maxPageSize)
      expect(bytes.length).toBeLessThanOrEqual(maxReplyBytes)
    }
    expect(new Set(pages.flatMap(({ body }) => body.map(({ id }: { id: number }) => id))).size).toBe(2500)
    expect(pages.length).toBeLessThanOrEqual(4)
    expect((await ask(bob, '/api/invoices?limit=1001')).status).toBe(400)
  },
)

test('exports read a few records at a time and hold no transaction while the client reads slowly', { timeout: 400_000 }, async () => {
  const node = cluster.nodes[0]!
  const before = node.mostMemory()
  const csv = await ask(ada, '/api/estimates/export')
  expect([csv.status, String(csv.body).trimEnd().split('\r\n').length]).toEqual([200, estimates + 1])
  // The estimates take 8 MB each.
  expect(node.mostMemory() - before).toBeLessThan(soakCount(150, 350))

  const slow = await fetch(`${node.origin}/api/customers/export`, { headers: { cookie: bob.cookie } })
  expect(slow.status).toBe(200)
  const owner = new Client(cluster.test.owner)
  await owner.connect()
  const open = "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like '%transaction%'"
  await expect.poll(async () => (await owner.query<{ count: number }>(open)).rows[0]!.count).toBe(0)
  await owner.end()
  expect((await slow.text()).trimEnd().split('\r\n').length).toBe(20_002)
})
