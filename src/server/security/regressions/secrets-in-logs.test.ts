import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { nodeKey, startNodes } from '#server/testing/server-processes.ts'

// Server processes with the most verbose logs get secrets in their settings, in URLs, headers, cookies, bodies and forms: their output contains none
// of them, and input adds no line of its own.

type Nodes = Awaited<ReturnType<typeof startNodes>>
let nodes: Nodes
let cookie: string
const planted = 'PLANTED-7f3a'
/** Secrets in the settings. The second node has a mail server, an identity provider and payment accounts that do not exist. */
const settings = {
  LOG_LEVEL: 'debug',
  SMTP_URL: `smtp://billfold:${planted}-smtp@127.0.0.1:9`,
  OIDC_ISSUER: 'http://127.0.0.1:59999',
  OIDC_CLIENT_ID: 'billfold',
  OIDC_CLIENT_SECRET: `${planted}-oidc`,
  STRIPE_API_ORIGIN: 'http://127.0.0.1:59999',
  PAYPAL_API_ORIGIN: 'http://127.0.0.1:59999',
  BILLING_STRIPE_SECRET_KEY: `sk_test_${planted.replace('-', '')}billing000000000000`,
  BILLING_STRIPE_PUBLISHABLE_KEY: 'pk_test_000000000000000000000000',
}
beforeAll(async () => {
  nodes = await startNodes([{ LOG_LEVEL: 'debug' }, settings])
  cookie = (await nodes.person('ada')).cookie
})
afterAll(() => nodes.close())
const logs = () => nodes.nodes.map((node) => node.log()).join('\n')

test('the most verbose output of two servers contains no secret of their settings and none that was sent', async () => {
  for (const { origin, send } of nodes.nodes) {
    const browser = createBrowser()
    const page = await browser.open(`${origin}/api/login`)
    await browser.submit(page, { email: 'ada@example.com', password: `${planted}-password` })
    await browser.submit(page, { email: 'ada@example.com', code: `${planted}-code` })
    await fetch(`${origin}/sign-in/reset-password?token=${planted}-reset.x`)
    await fetch(`${origin}/api/login/callback?code=${planted}-code&state=${planted}-state&error=${planted}-error`)
    await fetch(`${origin}/api/webhooks/stripe/${planted}-webhook`, {
      method: 'POST',
      body: '{}',
      headers: { 'stripe-signature': `t=1,v1=${planted}` },
    })
    await fetch(`${origin}/api/public/invoice/${planted}-payid`)
    await fetch(`${origin}/pay/${planted}-payid/checkout`, { redirect: 'manual' })
    await fetch(`${origin}/api/objects/uploads/${planted}-upload.x`, { method: 'PUT', body: planted })
    const keys = {
      stripePublishableKey: `pk_test_${'0'.repeat(24)}`,
      stripeSecretKey: `sk_test_${planted.replace('-', '')}000000000000000`,
      paypalClientId: 'x'.repeat(40),
      paypalClientSecret: `${planted}-wallet-${'0'.repeat(40)}`,
    }
    await send(cookie, 'POST', '/api/business-profile', { businessName: 'Ada Works', ...keys })
    await send(cookie, 'POST', '/api/account/password', { current: `${planted}-current`, next: `${planted}-next-one` })
    await send(cookie, 'POST', '/api/account/two-factor/confirm', { code: `${planted}-totp` })
    await send('', 'GET', '/api/customers', undefined, { authorization: `Bearer billfold_1_${planted}-token` })
    await send('', 'GET', '/api/customers', undefined, { authorization: `Basic ${Buffer.from(`a:${planted}`).toString('base64')}` })
    await send(`billfold.sid=${planted}-cookie; other=${planted}`, 'GET', '/api/auth/user', undefined, {
      'idempotency-key': `${planted}-idempotency`,
    })
    await send(cookie, 'POST', '/api/customers', { name: `${planted}-name`, email: `${planted}@acme.example`, nobody: planted })
    const customer = await send(cookie, 'POST', '/api/customers', { name: 'Acme', email: `mail-${planted.toLowerCase()}@acme.example` })
    const lineItems = [{ description: 'x', quantity: 1, unitPrice: 1 }]
    await send(cookie, 'POST', '/api/invoices', {
      customerId: customer.body.id,
      invoiceNumber: `L-${origin.slice(-5)}`,
      status: 'sent',
      issueDate: '2026-01-05',
      dueDate: '2030-02-04',
      lineItems,
      notes: `${planted}-notes`,
    })
    await send(cookie, 'POST', '/api/objects/upload')
    await send(cookie, 'POST', '/api/get-or-create-subscription', { plan: 'monthly' })
  }
  // The mail server does not exist: the job fails, is logged, and waits for its retry.
  await expect.poll(logs, { timeout: 60_000 }).toMatch(/ECONNREFUSED|refused|reach/i)
  const text = logs()
  expect(text).not.toContain(planted)
  expect(text).not.toMatch(new RegExp(planted.replace('-', ''), 'i'))
  for (const secret of [nodeKey.toString('base64'), decodeURIComponent(cookie.split('=')[1]!), cookie.split('=')[1]!.split('.')[0]!])
    expect(text).not.toContain(secret)
})

test('GHSA-g53q-v2pv-xr83: a line break, a color or a forged entry in the input adds no line to the log', async () => {
  const forged = 'FORGED {"level":60,"msg":"FORGED"}'
  for (const { origin, send } of nodes.nodes) {
    await fetch(`${origin}/api/%0a${encodeURIComponent(forged)}%0d%0a`)
    await fetch(`${origin}/api/customers?search=%1b[31m%0a${encodeURIComponent(forged)}`)
    await send(cookie, 'POST', '/api/customers', `x\n${forged}`)
    await send(cookie, 'POST', '/api/business-profile', { businessName: `x\r\n${forged}`, stripeSecretKey: `x\n${forged}` })
    await send('', 'GET', '/api/auth/user', undefined, { 'user-agent': `x\t${forged}`, 'x-request-id': 'FORGED', 'x-time-zone': 'FORGED' })
  }
  const lines = logs().split('\n')
  expect(lines.filter((line) => line.startsWith('FORGED') || line.startsWith('{"level":60'))).toEqual([])
  expect(lines.filter((line) => line.includes(String.fromCharCode(27)))).toEqual([])
})

test('CVE-2021-29022: what a server logs about an error is not in the reply', async () => {
  const reply = await nodes.nodes[0]!.send(cookie, 'GET', '/api/customers/export?sort=nothing')
  expect(JSON.stringify(reply.body)).not.toMatch(/ at |node_modules|select |\.ts/)
})
