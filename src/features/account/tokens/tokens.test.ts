import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generateCodeAt } from '#server/platform/auth/testing/authenticator.ts'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'
import { type Method, type ReplyAt, readRefusal } from '#server/testing/contract.ts'
import { maxTokens } from '#shared/contract/tokens.ts'
import { type Scope, scopes } from '#shared/token-scopes.ts'

// API tokens: what they allow, and how they end.

const password = 'correct horse battery'
let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada', { password })
  bob = await app.person('bob')
})
afterAll(() => app.close())

const tokenInput = (fields: object = {}) => ({ name: 'Till', scopes: ['customers:read'], expiresInDays: null, password, ...fields })
const createToken = (fields: object = {}, owner = ada) => app.call(owner, 'POST', '/api/account/tokens', tokenInput(fields))
const sendWithToken = <M extends Method, Url extends string>(
  token: string,
  method: M,
  url: Url,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<ReplyAt<M, Url>>> => app.send(null, method, url, body, { authorization: `Bearer ${token}`, ...headers })
const readCustomers = (token: string) => sendWithToken(token, 'GET', '/api/customers')
const revoke = (id: number, who: Person | null = ada) => app.send(who, 'DELETE', `/api/account/tokens/${id}`)
const readEvents = (owner = ada) => app.call(owner, 'GET', '/api/account/security-events')

test('a token reads its owner’s records until it is revoked', async () => {
  await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })
  const { token, made } = await createToken({ name: ' Till ', expiresInDays: 30 })
  expect(token).toBe(`billfold_${ada.userId.toString(36)}_${token.split('_').slice(2).join('_')}`)
  expect(token).toMatch(/^billfold_[0-9a-z]+_[\w-]{43}$/)
  expect(made).toMatchObject({ name: 'Till', lastFour: token.slice(-4), scopes: ['customers:read'], isExpired: false, lastUsedAt: null })
  const answer = await readCustomers(token)
  expect([answer.status, answer.body.map(({ name }) => name)]).toEqual([200, ['Acme']])
  const [listed] = await app.call(ada, 'GET', '/api/account/tokens')
  expect(listed).toMatchObject({ id: made.id, lastUsedAt: expect.any(String), lastUsedFrom: '127.0.0.1' })
  expect(JSON.stringify(listed)).not.toContain(token)

  expect((await revoke(made.id)).status).toBe(204)
  const refused = await readCustomers(token)
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  expect(readRefusal(refused).message).toContain('API token is not valid')
  expect(await app.call(ada, 'GET', '/api/account/tokens')).toEqual([])
  // Revoking it again changes nothing.
  expect((await revoke(made.id)).status).toBe(204)
  expect((await readEvents()).slice(0, 2)).toMatchObject([
    { kind: 'token_revoked', detail: { name: 'Till', lastFour: made.lastFour } },
    { kind: 'token_made', detail: { name: 'Till', lastFour: made.lastFour } },
  ])
})

test('concurrent revocations revoke a token once, and concurrent requests either succeed or are refused', async () => {
  const { token, made } = await createToken({ name: 'Busy' })
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? readCustomers(token) : revoke(made.id))))
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set([...new Set(all.map(({ status }) => status))].filter((s) => [200, 204, 401].includes(s))),
  )
  expect((await readCustomers(token)).status).toBe(401)
  expect(
    (await readEvents()).filter(({ kind, detail }) => kind === 'token_revoked' && (detail as { name: string }).name === 'Busy'),
  ).toHaveLength(1)
})

test('invalid tokens are all refused alike, whatever cookie is sent', async () => {
  const { token, made } = await createToken()
  const other = token.replace(/_[0-9a-z]+_/, `_${bob.userId.toString(36)}_`)
  const wrong = [
    other,
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    'billfold_zzzzzz_'.padEnd(59, 'a'),
    '',
    'billfold_1_',
    made.lastFour,
  ]
  for (const one of wrong) {
    const reply = await sendWithToken(one, 'GET', '/api/customers', undefined, { cookie: ada.cookie })
    expect([one, reply.status, reply.headers['www-authenticate'], readRefusal(reply).message]).toEqual([
      one,
      401,
      'Bearer error="invalid_token"',
      expect.stringContaining('not valid'),
    ])
  }
  // On the sign-in pages too, a request with a token is not signed in.
  const login = async (headers = {}) => (await app.send(ada, 'GET', '/api/login?moved=1', undefined, headers)).headers.location
  expect([await login(), await login({ authorization: `Bearer ${token}` })]).toEqual(['/', expect.stringContaining('/oidc/')])
  // A token in the URL is never read.
  for (const name of ['token', 'access_token', 'api_key', 'authorization'])
    expect((await app.send(null, 'GET', `/api/customers/summary?${name}=${token}`)).status).toBe(401)
  // Another authorization scheme, which a proxy may require, is ignored: the cookie counts.
  expect((await app.send(ada, 'GET', '/api/customers', undefined, { authorization: 'Basic YTpi' })).status).toBe(200)
  await revoke(made.id)
})

test('a token needs no origin, and cookies sent with it are ignored', async () => {
  const { token, made } = await createToken({ scopes: ['customers:write'] })
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const made2 = await sendWithToken(token, 'POST', '/api/customers', { name: 'By program' }, { ...foreign, cookie: bob.cookie })
  expect(made2.status).toBe(201)
  expect((await app.send(ada, 'GET', `/api/customers/${made2.body.id}`)).status).toBe(200)
  expect((await app.send(bob, 'POST', '/api/customers', { name: 'No' }, foreign)).status).toBe(403)
  await revoke(made.id)
})

test('a token expires on its day', async () => {
  const { token, made } = await createToken({ expiresInDays: 90 })
  const at = Date.now()
  app.setNow(new Date(at + 90 * 86_400_000 - 60_000))
  expect((await readCustomers(token)).status).toBe(200)
  app.setNow(new Date(at + 90 * 86_400_000 + 60_000))
  expect((await readCustomers(token)).status).toBe(401)
  expect(await app.call(ada, 'GET', '/api/account/tokens')).toMatchObject([{ id: made.id, isExpired: true }])
  app.setNow(new Date())
  await revoke(made.id)
})

test('the last use is saved every ten minutes at most', async () => {
  const { token, made } = await createToken()
  const at = Date.now()
  const usedAt = async () => (await app.call(ada, 'GET', '/api/account/tokens'))[0]!.lastUsedAt!
  const seen: string[] = []
  for (const minutes of [0, 5, 9.9, 10.1]) {
    app.setNow(new Date(at + minutes * 60_000))
    await readCustomers(token)
    seen.push(await usedAt())
  }
  expect(seen).toEqual([0, 0, 0, 10.1].map((minutes) => new Date(at + minutes * 60_000).toISOString()))
  app.setNow(new Date())
  await revoke(made.id)
})

test('creating a token takes the password, and a code with two-factor sign-in', async () => {
  const carol = await app.person('carol', { password })
  const now = new Date()
  app.setNow(now)
  const tried = async (more: object) => {
    const reply = await app.send(carol, 'POST', '/api/account/tokens', tokenInput(more))
    return [reply.status, reply.status === 201 ? undefined : readRefusal(reply).issues[0]?.path]
  }
  expect(await tried({ password: undefined })).toEqual([400, 'password'])
  expect(await tried({ password: 'wrong' })).toEqual([400, 'password'])
  const { secret } = await app.call(carol, 'POST', '/api/account/two-factor', { password })
  await app.send(carol, 'POST', '/api/account/two-factor/confirm', { code: generateCodeAt(secret, now) })
  expect(await tried({})).toEqual([400, 'code'])
  expect(await tried({ code: '000000' })).toEqual([400, 'code'])
  expect(await tried({ code: generateCodeAt(secret, new Date(now.getTime() + 30_000)) })).toEqual([201, undefined])
  expect((await readEvents(carol)).map(({ kind }) => kind)).toEqual(['token_made', 'two_factor_on', 'account_created'])
})

test('of sixty concurrent creations fifty succeed', async () => {
  // Another identity provider manages bob's account, so there is no password to ask for.
  const all = await Promise.all(
    Array.from({ length: 60 }, () => app.send(bob, 'POST', '/api/account/tokens', tokenInput({ password: undefined }))),
  )
  expect(all.filter(({ status }) => status === 201)).toHaveLength(maxTokens)
  expect(all.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('50 API tokens') },
  })
})

test('a visitor gets 401, another user’s token is not found, and invalid input is refused', async () => {
  const { made } = await createToken()
  expect((await app.send(null, 'GET', '/api/account/tokens')).status).toBe(401)
  expect((await app.send(null, 'POST', '/api/account/tokens', tokenInput())).status).toBe(401)
  expect((await revoke(made.id, null)).status).toBe(401)
  expect((await revoke(made.id, bob)).status).toBe(404)
  expect((await revoke(999_999)).status).toBe(404)
  for (const more of [{ name: '' }, { name: 'a\nb' }, { scopes: [] }, { scopes: ['all'] }, { expiresInDays: 31 }, { userId: bob.userId }])
    expect([more, (await app.send(ada, 'POST', '/api/account/tokens', tokenInput(more))).status]).toEqual([more, 400])
  expect((await app.send(null, 'GET', '/api/account/security-events')).status).toBe(401)
  expect((await app.send(ada, 'GET', '/api/account/security-events?after=x')).status).toBe(400)
  await revoke(made.id)
})

test('a token is stored as a hash: neither the database nor the log contains it', async () => {
  const lines: string[] = []
  const write = vi.spyOn(app.http.log, 'warn').mockImplementation((...said: unknown[]) => void lines.push(JSON.stringify(said)))
  const { token, made } = await createToken({ scopes: [...scopes] satisfies Scope[] })
  await readCustomers(token)
  await sendWithToken(token, 'GET', '/api/customers/999999')
  await sendWithToken(token, 'POST', '/api/account/tokens', tokenInput())
  await sendWithToken(token, 'POST', '/api/customers', { name: 'Twice' }, { 'idempotency-key': 'by-program' })
  const tables = await app.sql<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'public'")
  const secret = token.slice(-43)
  for (const { name } of tables) {
    const [found] = await app.sql<{ n: number }>(`select count(*)::int as n from "${name}" t where t::text like '%' || $1 || '%'`, [secret])
    expect([name, found!.n]).toEqual([name, 0])
  }
  expect(lines).toHaveLength(2)
  expect(lines.join()).toContain(`"userId":${ada.userId},"route":"GET /api/customers/:id","status":404`)
  expect(lines.join()).not.toContain(secret)
  write.mockRestore()
  await revoke(made.id)
})

test('a token that is used more than 600 times a minute is limited, and no other is', async () => {
  const [busy, other] = [await createToken(), await createToken()]
  await readCustomers(busy.token)
  await app.sql('update rate_counts set count = 599 where key like $1', [`%token:${busy.made.id}`])
  expect((await readCustomers(busy.token)).status).toBe(200)
  const refused = await readCustomers(busy.token)
  expect([refused.status, readRefusal(refused).message]).toEqual([429, expect.stringContaining('Too many calls of this API token')])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await readCustomers(other.token)).status).toBe(200)
  for (const { made } of [busy, other]) await revoke(made.id)
})

test('deleting the account deletes its tokens', async () => {
  const dora = await app.person('dora', { password })
  const { token } = await createToken({}, dora)
  expect((await readCustomers(token)).status).toBe(200)
  expect((await app.send(dora, 'POST', '/api/account/delete', { email: dora.email, password })).status).toBe(204)
  expect((await readCustomers(token)).status).toBe(401)
})
