import type { Route } from '#server/platform/http/route.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { type Scope, scopes } from '#shared/token-scopes.ts'
import { interceptOwnerFilters, type OwnerFilters } from './disable-isolation.ts'
import { withKnownIds } from './leaks.ts'
import type { ReadEndpoints, ReadReply } from './read-endpoints.ts'
import { getEndpointName, password } from './samples.ts'
import { createTenant, type Tenant } from './tenant.ts'

/** Who takes part. */
export type Fixture = {
  app: TestApp
  /** The code's own wall, which tests take down. */
  filters: OwnerFilters
  /** Whose rows everybody is after. */
  ada: Tenant
  /** Has rows of his own, and tries to get at hers. */
  bob: Tenant
  /** Only ever reads what is hers; `before` is what she was answered before ada was there. */
  bea: Tenant
  read: ReadEndpoints
  before: Map<string, ReadReply>
  admin: Person
  /** Was the admin when he signed in. */
  demoted: Person
  /** How many mails had left before anybody tried anything: to ada herself. */
  sent: number
  /** API tokens, as they stand in a header. */
  tokens: Tokens
  /** Cookies of sessions that are over: ada's own, and that of somebody whose account is gone. */
  ended: Person
  gone: Person
}
const adminEmail = 'root@example.com'

/** Waits until no job is due. @throws Error when some still are after a while */
export const waitForJobs = async (app: TestApp): Promise<void> => {
  const until = Date.now() + 15_000
  const due = 'select task_id from graphile_worker._private_jobs where run_at <= now() and attempts = 0 or locked_at is not null'
  while ((await app.sql(due)).length > 0) {
    if (Date.now() > until) throw new Error('jobs are still due')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The key under which an answer of ada's is kept for a call. */
export const getIdempotencyKey = (route: Pick<Route, 'endpoint'>): string =>
  `key-of-ada:${getEndpointName(route.endpoint).replace(' ', ':')}`

export type Tokens = {
  /** Bob's, which may do everything that a token may. */
  bobs: string
  /** The same, said to be one of ada's. */
  forged: string
  /** Ada's own: each may read one thing alone. */
  profileOnly: string
  itemsOnly: string
  /** Ada's, which may do everything, and was revoked. */
  revoked: string
}

/** Builds the app and everybody in it. @param read asks for what bea can read, now and later again */
export const createFixture = async (read: ReadEndpoints): Promise<Fixture> => {
  const app = await createTestApp({ adminEmail })
  const filters = interceptOwnerFilters(app.database.pool)
  const bea = await createTenant(app, await app.person('bea'), 'BEA')
  await waitForJobs(app)
  const before = await read(app, bea)
  const ada = await withKnownIds(app, async () => {
    const made = await createTenant(app, await app.person('ada.secret', { password }), 'SECRET')
    await waitForJobs(app)
    return made
  })
  for (const route of app.routes.filter(({ isIdempotent }) => isIdempotent))
    await app.sql("insert into idempotency_keys (user_id, key, request_hash, reply) values ($1, $2, 'SECRET-90', $3)", [
      ada.userId,
      getIdempotencyKey(route),
      JSON.stringify({ name: 'SECRET-91' }),
    ])
  const bob = await createTenant(app, await app.person('bob'), 'BOB')
  const demoted = await demote(app)
  const tokens = await makeTokens(app, ada, bob)
  const world = {
    app,
    filters,
    read,
    ada,
    bob,
    bea,
    before,
    demoted,
    tokens,
    ended: await endedSession(app, ada),
    gone: await goneUser(app),
  }
  const admin = await app.person('root')
  await waitForJobs(app)
  return { ...world, admin, sent: (await app.mails(0)).length }
}

/** Somebody who had the admin's address when he signed in, and has another now. */
const demote = async (app: TestApp): Promise<Person> => {
  const was = await app.person('root')
  if ((await app.send(was, 'GET', '/api/admin/user-stats')).status !== 200) throw new Error('he never was the admin')
  await app.sql("update users set email = 'was-root@example.com' where id = $1", [was.userId])
  return was
}

const makeTokens = async (app: TestApp, ada: Tenant, bob: Tenant): Promise<Tokens> => {
  const made = async (who: Tenant, allowed: readonly Scope[]) => {
    const wish = { name: 'SECRET-60', scopes: allowed, expiresInDays: null, password }
    const { status, body } = await app.send(who, 'POST', '/api/account/tokens', wish)
    if (status !== 201) throw new Error(JSON.stringify(body))
    // Used once: when it was used is written down now, and not again for a while.
    const authorization = `Bearer ${body.token}`
    await app.send(null, 'GET', '/api/customers', undefined, { authorization })
    return { authorization, id: body.made.id as number }
  }
  const { authorization: bobs } = await made(bob, scopes)
  const revoked = await made(ada, scopes)
  await app.send(ada, 'DELETE', `/api/account/tokens/${revoked.id}`)
  return {
    bobs,
    forged: bobs.replace(/_[^_]*_/, `_${ada.userId.toString(36)}_`),
    profileOnly: (await made(ada, ['profile:read'])).authorization,
    itemsOnly: (await made(ada, ['items:read'])).authorization,
    revoked: revoked.authorization,
  }
}

/** One more session of somebody, as of another browser. @returns its cookie */
export const createSecondSession = async (app: TestApp, { userId, email }: Person): Promise<Person> => {
  const { userId: other, cookie } = await app.person(`other-browser-of-${userId}`)
  await app.sql(
    "update sessions set sess = jsonb_set(sess::jsonb, '{userId}', to_jsonb($1::int))::json where (sess ->> 'userId')::int = $2",
    [userId, other],
  )
  return { userId, email, cookie }
}

/** A session of ada's that she ended by signing out. */
const endedSession = async (app: TestApp, ada: Tenant): Promise<Person> => {
  const other = await createSecondSession(app, ada)
  if (!(await app.send(other, 'GET', '/api/customers')).bytes.includes('SECRET-1')) throw new Error('the session never was hers')
  await app.send(other, 'GET', '/api/logout')
  return other
}

/** Somebody whose account is gone while his browser still has its cookie, and the table of sessions its row. */
const goneUser = async (app: TestApp): Promise<Person> => {
  const gone = await app.person('gone')
  await app.sql('delete from users where id = $1', [gone.userId])
  return gone
}
