import type { Person, Reply, TestApp } from '#server/testing/app.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { cardFields, requestAsBrowser } from '#simulators/stripe/testing/subscriber.ts'

export const password = 'correct horse battery'

/** Somebody with an account of the bundled provider, and with a row number that stands nowhere by chance. */
export const createPersonWithPassword = async (app: TestApp, name: string): Promise<Person> => {
  const [{ last }] = (await app.sql<{ last: string }>('select last_value as last from users_id_seq')) as [{ last: string }]
  if (Number(last) < 7_100_000) await app.sql('alter table users alter column id restart with 7100000')
  return app.person(name, { password })
}

export const deleteAccountOf = (app: TestApp, who: Person | null, body: object = {}): Promise<Reply> =>
  app.send(who, 'POST', '/api/account/delete', { email: who?.email, password, ...body })

/** Chooses a plan and pays for it, as the Subscribe screen does. */
export const subscribe = async (app: TestApp, who: Person) => {
  const key = deriveStripeKeys('platform').publishableKey
  const { clientSecret } = await app.call(who, 'POST', '/api/get-or-create-subscription', { plan: 'monthly' })
  const paid = await requestAsBrowser({ url: app.origin }, { clientSecret, key }, '/confirm', cardFields())
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
  await app.send(who, 'POST', '/api/verify-subscription', {})
}

type Objects = Record<string, Record<string, { id: string; status?: string; url?: string }>>
/** What the card provider's simulator holds, of all its accounts. */
export const listProviderObjects = async (app: TestApp, kind: string) => {
  const { accounts } = await app.simulate<{ accounts: Record<string, { objects: Objects }> }>('dump')
  return Object.values(accounts).flatMap(({ objects }) => Object.values(objects[kind] ?? {}))
}

/** Every table's rows that mention a text, as 'table: row'. */
export const findMentions = async (app: TestApp, text: string, except: readonly string[] = []): Promise<string[]> => {
  const tables = await app.sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  )
  const found: string[] = []
  for (const { name } of tables.filter((table) => !except.includes(table.name)))
    for (const { row } of await app.sql<{ row: string }>(
      `select t::text as row from "${name}" t where strpos(lower(t::text), lower($1)) > 0`,
      [text],
    ))
      found.push(`${name}: ${row.slice(0, 200)}`)
  return found
}

/** Everything of a user, table by table. */
export const dumpUser = async (app: TestApp, { userId }: Person): Promise<string> => {
  const tables = await app.sql<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1",
  )
  const rows: unknown[] = [await app.sql('select * from users where id = $1', [userId])]
  for (const { name } of tables) rows.push(name, await app.sql(`select t::text from "${name}" t where user_id = $1 order by 1`, [userId]))
  return JSON.stringify(rows)
}

/** Has all jobs of a user run now, and waits until none is left. @returns the errors of those that failed */
export const runJobsOfUser = async (app: TestApp, userId: number): Promise<string[]> => {
  const errors = new Set<string>()
  const mine = "from graphile_worker._private_jobs j where (j.payload ->> 'userId')::bigint = $1"
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    await app.sql(
      "update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where (payload ->> 'userId')::bigint = $1 and attempts = 0",
      [userId],
    )
    const left = await app.sql<{ attempts: number; last_error: string | null }>(`select j.attempts, j.last_error ${mine}`, [userId])
    for (const { last_error } of left) if (last_error) errors.add(last_error)
    if (left.length === 0) return [...errors]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const left = await app.sql<{ row: string }>(`select j.payload::text || coalesce(j.last_error, '') as row ${mine}`, [userId])
  return [...errors, ...left.map(({ row }) => `still there: ${row}`)]
}

/** Waits until no job is due. */
export const waitForJobs = async (app: TestApp) => {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    if ((await app.sql('select 1 from graphile_worker._private_jobs where run_at <= now()')).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('jobs go on and on')
}
