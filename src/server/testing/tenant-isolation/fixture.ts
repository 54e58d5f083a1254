import type { Route } from '#server/platform/http/route.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { type Scope, scopes } from '#shared/token-scopes.ts'
import { interceptOwnerFilters, type OwnerFilters } from './disable-isolation.ts'
import { skipSmallIds, withKnownIds } from './leaks.ts'
import type { ReadEndpoints, ReadReply } from './read-endpoints.ts'
import type { Tenant } from './references.ts'
import { getEndpointName, password } from './samples.ts'
import { createTenant } from './tenant.ts'

/** The participants of the matrix. */
export type Fixture = {
  app: TestApp
  /** The filters on the owner in the app's statements, which tests disable. */
  filters: OwnerFilters
  /** Owns the records that others try to reach. */
  ada: Tenant
  /** Has other records, and tries to reach ada's. */
  bob: Tenant
  /** Only reads her own records; `before` has the replies from before ada was created. */
  bea: Tenant
  read: ReadEndpoints
  before: Map<string, ReadReply>
  admin: Person
  /** Was the admin at sign-in, and is not any more. */
  demoted: Person
  /** Number of emails sent before the matrix runs, to ada herself. */
  sent: number
  /** API tokens, as Authorization headers. */
  tokens: Tokens
  /** Cookies of ended sessions: one of ada's, and one of a deleted user. */
  ended: Person
  deleted: Person
}
const adminEmail = 'root@example.com'

/** Waits until no job is due. @throws Error when some are still due after a while */
export const waitForJobs = async (app: TestApp): Promise<void> => {
  const until = Date.now() + 15_000
  const due = 'select task_id from graphile_worker._private_jobs where run_at <= now() and attempts = 0 or locked_at is not null'
  while ((await app.sql(due)).length > 0) {
    if (Date.now() > until) throw new Error('jobs are still due')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The idempotency key under which a reply to ada is stored. */
export const getIdempotencyKey = (route: Pick<Route, 'endpoint'>): string =>
  `key-of-ada:${getEndpointName(route.endpoint).replace(' ', ':')}`

export type Tokens = {
  /** Bob's, with all scopes. */
  bobs: string
  /** The same, with ada's user id. */
  forged: string
  /** Ada's own, each with a single scope. */
  profileOnly: string
  itemsOnly: string
  /** Ada's, with all scopes, and revoked. */
  revoked: string
}

/** Creates the app and all participants. @param read reads everything of bea's, now and again later */
export const createFixture = async (read: ReadEndpoints): Promise<Fixture> => {
  const app = await createTestApp({ adminEmail })
  await skipSmallIds(app)
  const filters = interceptOwnerFilters(app.database.pool)
  const bea = await createTenant(app, await app.person('bea'), 'BEA')
  await waitForJobs(app)
  const before = await read(app, bea)
  const ada = await withKnownIds(app, async () => {
    const createToken = await createTenant(app, await app.person('ada.secret', { password }), 'SECRET')
    await waitForJobs(app)
    return createToken
  })
  for (const route of app.routes.filter(({ isIdempotent }) => isIdempotent))
    await app.sql("insert into idempotency_keys (user_id, key, request_hash, reply) values ($1, $2, 'SECRET-90', $3)", [
      ada.userId,
      getIdempotencyKey(route),
      JSON.stringify({ name: 'SECRET-91' }),
    ])
  const bob = await createTenant(app, await app.person('bob'), 'BOB')
  const demoted = await createDemotedAdmin(app)
  const tokens = await makeTokens(app, ada, bob)
  const fixture = {
    app,
    filters,
    read,
    ada,
    bob,
    bea,
    before,
    demoted,
    tokens,
    ended: await createEndedSession(app, ada),
    deleted: await createDeletedUser(app),
  }
  const admin = await app.person('root')
  await waitForJobs(app)
  // What waits for its minute of the quarter hour would otherwise run in the middle, and change ada's rows by itself.
  await app.sql("update graphile_worker._private_jobs set run_at = run_at + interval '1 day' where run_at > now()")
  return { ...fixture, admin, sent: (await app.mails(0)).length }
}

/** A user who had the admin's address at sign-in, and has another one now. */
const createDemotedAdmin = async (app: TestApp): Promise<Person> => {
  const former = await app.person('root')
  if ((await app.send(former, 'GET', '/api/admin/user-stats')).status !== 200) throw new Error('the former admin never was the admin')
  await app.sql("update users set email = 'was-root@example.com' where id = $1", [former.userId])
  return former
}

const makeTokens = async (app: TestApp, ada: Tenant, bob: Tenant): Promise<Tokens> => {
  const createToken = async (owner: Tenant, scopes: readonly Scope[]) => {
    const input = { name: 'SECRET-60', scopes: scopes, expiresInDays: null, password }
    const { status, body } = await app.send(owner, 'POST', '/api/account/tokens', input)
    if (status !== 201) throw new Error(JSON.stringify(body))
    // Used once, so that its last use is recorded now and not during the matrix.
    const authorization = `Bearer ${body.token}`
    await app.send(null, 'GET', '/api/customers', undefined, { authorization })
    return { authorization, id: body.made.id as number }
  }
  const { authorization: bobs } = await createToken(bob, scopes)
  const revoked = await createToken(ada, scopes)
  await app.send(ada, 'DELETE', `/api/account/tokens/${revoked.id}`)
  return {
    bobs,
    forged: bobs.replace(/_[^_]*_/, `_${ada.userId.toString(36)}_`),
    profileOnly: (await createToken(ada, ['profile:read'])).authorization,
    itemsOnly: (await createToken(ada, ['items:read'])).authorization,
    revoked: revoked.authorization,
  }
}

/** Creates another session of a user, as of another browser. @returns its cookie */
export const createSecondSession = async (app: TestApp, { userId, email }: Person): Promise<Person> => {
  const { userId: other, cookie } = await app.person(`other-browser-of-${userId}`)
  await app.sql(
    "update sessions set sess = jsonb_set(sess::jsonb, '{userId}', to_jsonb($1::bigint))::json where (sess ->> 'userId')::bigint = $2",
    [userId, other],
  )
  return { userId, email, cookie }
}

/** A session of ada's that ended by signing out. */
const createEndedSession = async (app: TestApp, ada: Tenant): Promise<Person> => {
  const other = await createSecondSession(app, ada)
  if (!(await app.send(other, 'GET', '/api/customers')).bytes.includes('SECRET-1')) throw new Error('the session never was ada’s')
  await app.send(other, 'GET', '/api/logout')
  return other
}

/** A deleted user whose cookie and session row still exist. */
const createDeletedUser = async (app: TestApp): Promise<Person> => {
  const deleted = await app.person('gone')
  await app.sql('delete from users where id = $1', [deleted.userId])
  return deleted
}
