import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { getRequiredScopes, type Scope, scopes } from '#shared/token-scopes.ts'

// Runs over the route table, so that no call is forgotten.

let app: TestApp
let ada: Person
/** A token with these scopes only; each is created once. */
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
})
afterAll(() => app.close())

const tokenFor = async (allowed: readonly Scope[]) => {
  const cached = tokens.get(allowed.join())
  if (cached) return cached
  const body = await app.call(ada, 'POST', '/api/account/tokens', { name: 'Walk', scopes: allowed, expiresInDays: null })
  tokens.set(allowed.join(), body.token)
  return body.token as string
}
const calls = () => app.routes.map(({ endpoint }) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const ask = async (token: string, { method, path }: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }) =>
  app.send(null, method, path.replace(/:\w+/g, '1'), method === 'POST' || method === 'PUT' ? {} : undefined, {
    authorization: `Bearer ${token}`,
  })

/** Everything that the user has, except when tokens were used. */
const everything = async () => {
  const tables = await app.sql<{ name: string }>(
    "select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' and table_name <> 'api_tokens' order by 1",
  )
  return Promise.all(tables.map(async ({ name }) => [name, await app.sql(`select t::text from "${name}" t order by 1`)]))
}

test('each call refuses a token without its scope and names the scope; calls for signed-in users refuse every token', async () => {
  const all = await tokenFor(scopes)
  for (const scope of scopes) await tokenFor(scopes.filter((other) => other !== scope))
  const before = await everything()
  let [closed, open] = [0, 0]
  for (const call of calls()) {
    const needed = getRequiredScopes(call)
    if (needed === null) {
      closed++
      const reply = await ask(all, call)
      expect([call.name, reply.status, readRefusal(reply).message]).toEqual([
        call.name,
        403,
        'No API token may make this call. Sign in with a browser instead.',
      ])
      continue
    }
    open++
    for (const scope of needed) {
      const reply = await ask(await tokenFor(scopes.filter((other) => other !== scope)), call)
      expect([call.name, reply.status, readRefusal(reply).message]).toEqual([
        call.name,
        403,
        expect.stringContaining(`lacks the scope ${scope}.`),
      ])
      expect(reply.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${needed.join(' ')}"`)
    }
  }
  expect([closed, open].every((count) => count > 30)).toBe(true)
  expect(await everything()).toEqual(before)
})

test('a token with read scopes only may read everything, and changes nothing', async () => {
  const reader = await tokenFor(scopes.filter((scope) => scope.endsWith(':read')))
  const before = await everything()
  for (const call of calls()) {
    const needed = getRequiredScopes(call)
    const { status } = await ask(reader, call)
    if (needed?.every((scope) => scope.endsWith(':read'))) expect([call.name, [401, 403].includes(status)]).toEqual([call.name, false])
    else expect([call.name, status]).toEqual([call.name, 403])
  }
  expect(await everything()).toEqual(before)
})

/** Money that was received or given back by hand is only recorded: a token may do that. */
const byHand = /:id\/(payments(\/:(paymentId|transferId))?|refunds(\/:refundId\/reverse)?)$/

test('calls on accounts, secrets, plans and other users accept no token', () => {
  const closed = calls()
    .filter((call) => getRequiredScopes(call) === null)
    .map(({ path }) => path)
  for (const { path, access, name } of calls())
    if (
      /\/(account|admin|login|payments\/|billing|subscription|disconnect|logo|refund|attempts)/.test(path) &&
      !path.startsWith('/objects/') &&
      !path.startsWith('/api/books/')
    )
      expect([name, closed.includes(path) || byHand.test(path)]).toEqual([name, true])
    else if (access === 'admin') expect(closed).toContain(path)
})
