import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSessionSecret } from '#server/platform/auth/auth.ts'
import { generateCodeAt } from '#server/platform/auth/testing/authenticator.ts'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { getWebhookContext } from '#server/platform/encryption/encrypted-columns.ts'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { Method } from '#server/testing/contract.ts'
import { getPublicId } from '#server/testing/records.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

// An account with every kind of secret, whose values are then searched in everything that leaves the server or is stored: each is found only where it
// belongs. `secrets-in-logs` does the same with the logs.

let app: TestApp
let ada: Person
const said: string[] = []
/** Each secret by name. */
const secrets = new Map<string, string>()
/** The replies to ada and to holders of her links, by call. */
const answers = new Map<string, Buffer>()
let documents: { id: number; publicId: string }[]

const password = 'PLANTED the password of ada'
const base32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
/** All encodings of a secret. */
const spellings = (name: string): string[] => {
  const text = secrets.get(name)!
  const bytes = [
    Buffer.from(text),
    ...(name === 'second factor' ? [base32(text)] : []),
    ...(/^[\w-]{20,}$/.test(text) ? [Buffer.from(text, 'base64url')] : []),
  ]
  const coded = bytes.flatMap((each) => [each.toString('hex'), each.toString('base64').replace(/=+$/, ''), each.toString('base64url')])
  return [text, encodeURIComponent(text), ...coded].filter((spelling) => spelling.length >= 8)
}
/** The names of the secrets in a text. */
const foundIn = (where: string | Buffer): string[] => {
  const text = typeof where === 'string' ? where : `${where.toString('latin1')}\n${where.toString('utf8')}`
  return [...secrets.keys()].filter((name) => spellings(name).some((spelling) => text.includes(spelling)))
}
const keep = async <M extends Method, Url extends string>(method: M, url: Url, body?: unknown, who: Person | null = ada) => {
  const reply = await app.send(who, method, url, body)
  if (reply.status >= 400) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`)
  answers.set(`${method} ${url} by ${who?.email ?? 'a visitor'}`, Buffer.concat([reply.bytes, Buffer.from(JSON.stringify(reply.headers))]))
  return reply.body
}
/** Polls until there is a value; `expect.poll` works only inside tests. */
const soon = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error('It did not come in time')
}
const mailTo = (subject: RegExp) => soon(async () => (await app.mails(0)).findLast((mail) => subject.test(mail.subject)))
const tokenIn = ({ text }: { text: string }) => new URL(/http\S+\?token=\S+/.exec(text)![0]).searchParams.get('token')!

/** Creates a sent invoice. */
const sell = async (who: Person) => {
  const customer = await keep('POST', '/api/customers', { name: 'Acme', email: `pay-${who.userId}@acme.example` }, who)
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const days = { issueDate: '2026-01-05', dueDate: '2030-02-04' }
  const { id } = await keep(
    'POST',
    '/api/invoices',
    { customerId: customer.id, invoiceNumber: 'S-1', status: 'sent', ...days, lineItems },
    who,
  )
  return { id, publicId: await getPublicId(app, id) }
}

beforeAll(async () => {
  app = await createTestApp({ log: (line) => said.push(line) })
  ada = await app.person('ada', { password, emailVerified: false })
  const cleo = await app.person('cleo')
  secrets.set('password', password)
  secrets.set('session cookie', decodeURIComponent(ada.cookie.split('=')[1]!))
  secrets.set('key that signs sessions', await getSessionSecret(app.database, app.secrets))
  const [mine, ofCleo] = [await sell(ada), await sell(cleo)]
  documents = [mine]
  // Payment pages of the sandbox register webhooks, whose secrets the providers create.
  await app.send(null, 'GET', `/pay/${ofCleo.publicId}/checkout`)
  await app.send(null, 'POST', `/api/invoices/${ofCleo.publicId}/paypal-order`, { amount: '150.25', currency: 'USD', intent: 'CAPTURE' })
  type Hook = { id: number; provider: string; token: string; keyId: string | null; sealed: Buffer | null; webhook_id: string | null }
  const hooks = () =>
    app.sql<Hook>('select id::int, provider, token, key_id as "keyId", sealed_secret as sealed, webhook_id from webhook_endpoints')
  const isThere = async () => ((await hooks()).filter(({ webhook_id }) => webhook_id).length === 2 ? true : undefined)
  await soon(isThere)
  for (const { id, provider, token, keyId, sealed } of await hooks()) {
    secrets.set(`address of ${provider} events`, token)
    if (keyId && sealed)
      secrets.set(`secret of ${provider} events`, app.secrets.decrypt({ keyId, sealed }, getWebhookContext(cleo.userId, id)))
  }

  const [stripe, paypal] = [deriveStripeKeys('PLANTED ada'), derivePayPalKeys('PLANTED ada')]
  secrets.set('card key', stripe.secretKey).set('wallet secret', paypal.clientSecret)
  const keys = {
    stripePublishableKey: stripe.publishableKey,
    stripeSecretKey: stripe.secretKey,
    paypalClientId: paypal.clientId,
    paypalClientSecret: paypal.clientSecret,
  }
  await keep('POST', '/api/business-profile', { businessName: 'Ada Works', preferredPaymentMethod: 'both', ...keys })

  const { secret } = await app.call(ada, 'POST', '/api/account/two-factor', { password })
  const on = await app.call(ada, 'POST', '/api/account/two-factor/confirm', { code: generateCodeAt(secret, new Date()) })
  secrets.set('second factor', secret)
  for (const [i, code] of on.recoveryCodes.entries()) secrets.set(`recovery code ${i + 1}`, code)

  const { uploadURL } = await app.call(ada, 'POST', '/api/objects/upload')
  secrets.set('upload address', new URL(uploadURL).pathname.split('.').at(-1)!)
  await app.send(ada, 'POST', '/api/account/email/resend')
  secrets.set('link that confirms', tokenIn(await mailTo(/confirm/i)).split('.')[1]!)
  const browser = createBrowser()
  await browser.submit(await browser.open(`${app.origin}/sign-in/forgot-password`), { email: ada.email })
  secrets.set('link that resets', tokenIn(await mailTo(/new password/i)).split('.')[1]!)
  if (app.routes.some(({ endpoint }) => endpoint.path === '/api/account/tokens')) {
    app.setNow(new Date(Date.now() + 60_000))
    const made = await app.send(ada, 'POST', '/api/account/tokens', {
      name: 'Planted',
      scopes: ['customers:read'],
      expiresInDays: 30,
      password,
      code: generateCodeAt(secret, new Date(Date.now() + 60_000)),
    })
    app.setNow(new Date())
    // Its random part may contain the separator.
    secrets.set('API token', made.body.token.replace(/^billfold_[^_]+_/, ''))
  }

  for (const { endpoint } of app.routes.filter(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'user' && !endpoint.path.includes(':'),
  ))
    await app.send(ada, 'GET', endpoint.path).then(({ status, bytes, headers }) => {
      if (status === 200) answers.set(endpoint.path, Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]))
    })
  for (const { id, publicId } of documents) {
    for (const path of ['', '/history', '/pdf', '/email-preview']) await keep('GET', `/api/invoices/${id}${path}`)
    for (const path of ['', '/pdf']) await keep('GET', `/api/public/invoice/${publicId}${path}`, undefined, null)
  }
})
afterAll(() => app.close())

test('there are at least twenty secrets, and the search finds each where it is stored, in any encoding', () => {
  expect(secrets.size).toBeGreaterThanOrEqual(20)
  for (const [name, value] of secrets)
    for (const text of [value, Buffer.from(value).toString('hex'), Buffer.from(`${value}`).toString('base64')])
      expect([name, foundIn(`…${text}…`)]).toEqual([name, expect.arrayContaining([name])])
  expect([answers.size > 25, foundIn(Buffer.from(password, 'latin1'))]).toEqual([true, ['password']])
})

test('a copy of the database contains none of them, except the URLs that webhooks are sent to', async () => {
  const tables = await app.sql<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(40)
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await app.sql<{ row: string }>(`select t::text as row from ${name} t`)
    const secretsThere = foundIn(rows.map(({ row }) => row).join('\n'))
    if (secretsThere.length > 0) found[name] = secretsThere
  }
  expect(found).toEqual({
    'public.webhook_endpoints': expect.toSatisfy((names: string[]) => names.every((name) => /^address of/.test(name))),
  })
})

test('no reply, no page and no PDF contains one', async () => {
  for (const [call, bytes] of answers) expect([call, foundIn(bytes)]).toEqual([call, []])
  for (const [call, bytes] of answers)
    if (call.includes('/pdf'))
      expect([call, foundIn((await readPageTexts(bytes.subarray(0, bytes.lastIndexOf('%%EOF') + 6))).join(' '))]).toEqual([call, []])
  for (const path of ['/sign-in/forgot-password', '/api/login', `/pay/${documents[0]!.publicId}/checkout`]) {
    const reply = await fetch(app.origin + path)
    expect([path, foundIn((await reply.text()) + JSON.stringify([...reply.headers]))]).toEqual([path, []])
  }
  // Nor the hash of a password.
  for (const [call, bytes] of answers) expect([call, bytes.includes('argon2id')]).toEqual([call, false])
})

test('no email contains one, except in the link that it is for', async () => {
  const mails = await app.mails(0)
  expect(mails.length).toBeGreaterThan(3)
  for (const { subject, html, text } of mails)
    expect([subject, foundIn(`${subject} ${html} ${text}`)]).toEqual([
      subject,
      /confirm/i.test(subject) ? ['link that confirms'] : /new password/i.test(subject) ? ['link that resets'] : [],
    ])
})

test('the account’s archive contains none', async () => {
  const { id } = await app.call(ada, 'POST', '/api/account/exports')
  const { bytes } = await app.send(ada, 'GET', `/api/account/exports/${id}/download`)
  const files = Object.entries(unzipSync(bytes))
  expect(files.length).toBeGreaterThan(10)
  for (const [path, content] of files) expect([path, foundIn(Buffer.from(content))]).toEqual([path, []])
})

test('the logs contain none', () => {
  expect(foundIn(said.join('\n'))).toEqual([])
})
