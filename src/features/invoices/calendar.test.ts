import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { type ServerNode, startNodes } from '#server/testing/server-processes.ts'
import { formatDay } from '#shared/dates.ts'
import { isSoak } from '#shared/testing/soak.ts'

/** Of browsers, and in the soak also of servers. */
const zones = ['Pacific/Honolulu', 'America/New_York', 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland']
/**
 * The zones of the servers that run at the same time: one behind and one ahead of the database's, and all three change their clocks. The soak has the
 * others too, three at a time, as six servers would need more connections than the database has. test/time-zones.test.ts has more of them without servers.
 */
const serverZones = isSoak ? [zones.slice(0, 3), zones.slice(3)] : [['America/New_York', 'Pacific/Auckland']]
const toSettings = (of: readonly string[]) => of.map((TZ) => ({ TZ }))
let cluster: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  cluster = await startNodes(toSettings(serverZones[0]!), { databaseTimeZone: 'Europe/Berlin' })
}, 400_000)
afterAll(() => cluster.close())

/** [issued, due]: across the clock changes of each zone, the turn of a year and a leap day. */
const days = [
  ['2026-03-08', '2026-03-09'],
  ['2026-10-31', '2026-11-01'],
  ['2026-03-28', '2026-03-29'],
  ['2026-10-25', '2026-10-26'],
  ['2026-04-05', '2026-04-06'],
  ['2026-09-26', '2026-09-27'],
  ['2027-12-31', '2028-01-01'],
  ['2028-02-29', '2028-03-01'],
] as const

test('an invoice becomes overdue when its due date has passed in the user’s time zone', { timeout: 400_000 }, async () => {
  const node = cluster.nodes.at(-1)!
  const ada = await cluster.person('eva')
  const send = (method: string, path: string, body?: unknown, zone = 'UTC') =>
    node.send(ada.cookie, method, path, body, { 'x-time-zone': zone })
  const { body: customer } = await send('POST', '/api/customers', { name: 'Acme' })
  // The first of these zones is always one or two days behind the second.
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const [west, east] = ['Pacific/Honolulu', 'Pacific/Kiritimati']
  const due = dayIn(west)
  const { body: made } = await send('POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: 'O-1',
    status: 'sent',
    issueDate: '2026-01-01',
    dueDate: due,
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
  })
  const statusIn = async (zone: string) => (await send('GET', `/api/invoices/${made.id}`, undefined, zone)).body.status
  expect(await statusIn(west)).toBe('sent')
  expect(dayIn(east) > due).toBe(true)
  expect(await statusIn(east)).toBe('overdue')
  for (const [zone, count] of [
    [west, 0],
    [east, 1],
  ] as const)
    expect((await send('GET', '/api/invoices?status=overdue', undefined, zone)).body).toHaveLength(count)
})

type Mail = { subject: string; text: string; html: string }
/** The emails sent by all nodes, as any idle node can run a job. */
const listMails = (nodes: ServerNode[]): Mail[] =>
  nodes.flatMap(({ dataDir }) => {
    const outbox = join(dataDir, 'outbox')
    try {
      return readdirSync(outbox)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as Mail)
    } catch {
      return []
    }
  })

test('issue and due dates don’t shift with the time zone of servers, database or browsers', { timeout: 400_000 }, async () => {
  const ada = await cluster.person('ada')
  await cluster.test.database.asUser(ada.userId, (db) =>
    db.rows("update users set subscription_status = 'active' where id = $1", [ada.userId]),
  )
  const { body: customer } = await cluster.nodes[0]!.send(ada.cookie, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })
  const made = await runRound(cluster.nodes, ada.cookie, customer.id, 'A')
  const all = [...cluster.nodes]
  for (const others of serverZones.slice(1)) {
    await Promise.all(all.map((node) => node.stop()))
    const nodes = await cluster.start(toSettings(others))
    all.push(...nodes)
    for (const { id, bytes } of made)
      for (const node of nodes)
        expect(await getBytes(node, ada.cookie, `/api/invoices/${id}`)).toBe(bytes.replaceAll(all[0]!.origin, node.origin))
    made.push(...(await runRound(nodes, ada.cookie, customer.id, 'B')))
  }
  await expect.poll(() => listMails(all).length, { timeout: 60_000, interval: 200 }).toBe(made.length)
  for (const { number, dueDate } of made) {
    const mail = listMails(all).find(({ subject }) => subject.includes(number))!
    expect(mail.text).toContain(`Due date: ${formatDay(dueDate)}`)
    expect(mail.html).toContain(formatDay(dueDate))
  }
})

/** The reply without the state of the emails, which changes during the test. */
const getBytes = async (node: ServerNode, cookie: string, path: string) =>
  (await node.send(cookie, 'GET', path, undefined, { 'x-time-zone': 'UTC' })).bytes.toString().replace(/,"emailState":[^,]*/g, '')

/** Creates an invoice for each pair of days on alternating servers and browser zones; reads, renders and saves them on others. */
const runRound = async (nodes: ServerNode[], cookie: string, customerId: number, name: string) => {
  const made = []
  for (const [i, [issueDate, dueDate]] of days.entries()) {
    const number = `${name}-${i}`
    const { status, body } = await nodes[i % nodes.length]!.send(
      cookie,
      'POST',
      '/api/invoices',
      {
        customerId,
        invoiceNumber: number,
        status: 'sent',
        // Two of the accepted formats of a day.
        issueDate: i % 2 ? `${issueDate}T23:59:59-10:00` : issueDate,
        dueDate: i % 2 ? `${dueDate}T00:00:00.000+13:00` : dueDate,
        lineItems: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
      },
      { 'x-time-zone': zones[(i + 3) % zones.length]! },
    )
    expect([status, body.issueDate, body.dueDate]).toEqual([201, issueDate, dueDate])
    made.push({ id: body.id as number, number, issueDate, dueDate })
  }
  // The same bytes from every server, for the list and for one invoice; and the same dates on the PDF.
  expect(new Set(await Promise.all(nodes.map((node) => getBytes(node, cookie, '/api/invoices')))).size).toBe(1)
  for (const { id, issueDate, dueDate } of made) {
    const ones = await Promise.all(nodes.map((node) => getBytes(node, cookie, `/api/invoices/${id}`)))
    expect(new Set(ones).size).toBe(1)
    expect(JSON.parse(ones[0]!)).toMatchObject({ issueDate, dueDate })
    for (const node of nodes) {
      const text = (await readPageTexts((await node.send(cookie, 'GET', `/api/invoices/${id}/pdf`)).bytes)).join('')
      expect(text).toContain(squash(`Issue date${formatDay(issueDate)}`))
      expect(text).toContain(squash(`Due date${formatDay(dueDate)}`))
    }
  }
  // Saving the form from another server and browser zone changes no date.
  for (const [i, { id, issueDate, dueDate }] of made.entries()) {
    const now = JSON.parse(await getBytes(nodes[(i + 1) % nodes.length]!, cookie, `/api/invoices/${id}`))
    const { invoiceNumber, taxRate, terms, version } = now
    const lineItems = now.lineItems.map(({ description, quantity, unitPrice }: Record<string, string>) => ({
      description,
      quantity,
      unitPrice,
    }))
    const edit = {
      customerId,
      invoiceNumber,
      issueDate: now.issueDate,
      dueDate: now.dueDate,
      taxRate,
      notes: 'Seen',
      terms,
      lineItems,
      version,
    }
    const saved = await nodes[(i + 2) % nodes.length]!.send(cookie, 'PUT', `/api/invoices/${id}`, edit, {
      'x-time-zone': zones[(i + 5) % zones.length]!,
    })
    expect([saved.status, saved.body.issueDate, saved.body.dueDate]).toEqual([200, issueDate, dueDate])
  }
  return Promise.all(made.map(async (invoice) => ({ ...invoice, bytes: await getBytes(nodes[0]!, cookie, `/api/invoices/${invoice.id}`) })))
}
