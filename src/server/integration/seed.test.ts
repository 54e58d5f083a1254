import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testServerEnvironment } from '#root/scripts/server-command.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { nodeKey, startNodes } from '#server/testing/server-processes.ts'

// The command beside a running app, and before the app's first start.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Nodes = Awaited<ReturnType<typeof startNodes>>
let all: Nodes
beforeAll(async () => {
  all = await startNodes([{}])
})
afterAll(() => all.close())

const seed = (dataDir: string, ...args: string[]) => seedBeside('http://localhost:1', dataDir, ...args)

const seedBeside = (publicUrl: string, dataDir: string, ...args: string[]) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const { owner, app } = all.test
    const env = {
      ...testServerEnvironment,
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl,
      DATABASE_URL: formatDatabaseUrl(owner),
      DATABASE_APP_ROLE: String(app.user),
      SECRET_KEY: nodeKey.toString('base64'),
    }
    const child = execFile(process.execPath, ['dist-server/seed.js', ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode, output: out + err }),
    )
  })

test('an existing account is filled and keeps its plan; --plan buys one that can be managed and has a renewal date', async () => {
  const [node] = all.nodes
  const { cookie } = await all.person('ada')
  const billing = async (of = cookie) => (await node!.send(of, 'GET', '/api/billing')).body
  expect(await seed(node!.dataDir, '--email', 'ada@example.com')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Filled: 30 customers/),
  })
  expect(await billing()).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: null, canManage: false, nextBillingAt: null })

  expect(await seed(node!.dataDir, '--email', 'ada@example.com')).toMatchObject({
    code: 0,
    output: expect.stringContaining('already has its sample data'),
  })

  const bob = (await all.person('bob')).cookie
  expect(await seed(node!.dataDir, '--email', 'bob@example.com', '--plan', 'weekly')).toEqual({
    code: 1,
    output: '--plan must be monthly or yearly.\n',
  })
  expect(await seed(node!.dataDir, '--email', 'bob@example.com', '--plan', 'monthly')).toMatchObject({ code: 0 })
  const bought = await billing(bob)
  expect(bought).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'monthly', canManage: true, liveSubscriptions: 1 })
  const days = (new Date(bought.nextBillingAt).getTime() - Date.now()) / 86_400_000
  expect(days > 27 && days < 32).toBe(true)
  // The app's simulator knows the subscription: its pages open, and fetching it again changes nothing.
  const portal = await node!.send(bob, 'POST', '/api/create-customer-portal', {})
  expect([portal.status, portal.body.url]).toEqual([200, expect.stringContaining('/sandbox/stripe/')])
  expect((await fetch(portal.body.url.replace('localhost', '127.0.0.1'))).status).toBe(200)
  expect((await node!.send(bob, 'POST', '/api/verify-subscription', {})).body).toMatchObject({ subscriptionStatus: 'active' })
})

test('without a running app, the demo account gets a yearly plan, which the next start finds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-seed-'))
  try {
    const { code, output } = await seed(dataDir)
    expect([code, output]).toEqual([0, expect.stringContaining('Sign in as demo@example.com')])
    const [row] = (
      await all.test.database.pool.query<{ id: string; status: string; plan: string }>(
        `select stripe_subscription_id as id, subscription_status as status, subscription_plan as plan from users where email = 'demo@example.com'`,
      )
    ).rows
    expect(row).toMatchObject({ status: 'active', plan: 'yearly' })
    expect(readFileSync(join(dataDir, 'sandbox/stripe.json'), 'utf8')).toContain(row!.id)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a business abroad is filled through the running app, once, and its token is revoked', async () => {
  const [node] = all.nodes
  const fill = (...args: string[]) => seedBeside(node!.origin, node!.dataDir, '--business', ...args)
  expect(await fill('atlantis')).toEqual({ code: 1, output: '--business must be one of quebec, germany, japan.\n' })
  expect(await seed(node!.dataDir, '--business', 'japan')).toMatchObject({
    code: 1,
    output: expect.stringContaining('No app answers at http://localhost:1/. Start it with: npm start'),
  })
  for (const [name, businessName] of Object.entries({
    quebec: 'Atelier Gagnon',
    germany: 'Vogel & Partner',
    japan: '株式会社青木デザイン',
  }))
    expect(await fill(name)).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`^Filled: ${businessName}, with`, 'm')) })
  expect(await fill('germany')).toMatchObject({ code: 0, output: expect.stringContaining('already has a business') })

  const owner = new Client(all.test.owner)
  await owner.connect()
  const { rows } = await owner.query<{ email: string; currencies: string[]; tokens: number }>(
    `select u.email, array_agg(distinct d.currency order by d.currency) as currencies,
       (select count(*)::int from api_tokens where user_id = u.id and revoked_at is null) as tokens
     from users u join documents d on d.user_id = u.id where u.email like any ('{quebec@%,germany@%,japan@%}') group by u.id order by u.email`,
  )
  await owner.end()
  expect(rows).toEqual([
    { email: 'germany@example.com', currencies: ['EUR', 'USD'], tokens: 0 },
    { email: 'japan@example.com', currencies: ['JPY', 'NZD'], tokens: 0 },
    { email: 'quebec@example.com', currencies: ['CAD'], tokens: 0 },
  ])
})
