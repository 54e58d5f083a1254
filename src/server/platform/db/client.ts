import { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientConfig, type Pool, type PoolClient, types } from 'pg'
import { instrument, type Operations } from '#server/platform/telemetry/instrumentation.ts'
import { openPool } from './driver.ts'
import * as schema from './schema/index.ts'
import { reportUnavailable } from './unavailable.ts'

/**
 * A socket that sends everything written within one turn in one go. The driver writes each statement by itself, and handing a write to the
 * system costs more than making it: BEGIN, a query and COMMIT then leave together.
 */
const batchedSocket = (): Socket => {
  const socket = new Socket()
  let collecting = false
  // Connecting puts the usual `write` back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = ((...args: unknown[]) => {
      if (!collecting) {
        collecting = true
        socket.cork()
        process.nextTick(() => {
          collecting = false
          socket.uncork()
        })
      }
      return write(...args)
    }) as Socket['write']
  })
  return socket
}

export type Orm = NodePgDatabase<typeof schema>

/** What may be asked within one transaction. Every query takes a `Db` first; a transaction is a `Db`. */
export type Db = {
  /** Typed queries for plain reads and writes. */
  orm: Orm
  /**
   * SQL text with $1 … $n. With a `name` the statement is prepared once per connection, which hot paths want.
   * Dates come back as 'YYYY-MM-DD' text, numeric as decimal text, timestamps as Date.
   */
  rows<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /**
   * Sends a statement whose rows nobody needs, and doesn't wait for it: what follows, be it the end of the transaction, goes out right behind
   * it. When it fails, the transaction fails with its error.
   */
  send(text: string, values?: readonly unknown[], name?: string): void
}

/** SQL that is prepared once per connection under its name. */
export type Prepared = { name: string; text: string; values: readonly unknown[] }

/** A transaction that belongs to one user: row-level security shows it this user's rows only. */
export type UserDb = Db & { userId: number }

export type Database = {
  /** Runs `work` in a transaction of this user. Commits what it did when it answers, undoes all of it when it throws. */
  asUser<T>(userId: number, work: (db: UserDb) => Promise<T>): Promise<T>
  /** The same for `work` that only reads, much at a time: all that it reads is of one moment, whatever others change meanwhile. */
  atOneMoment<T>(userId: number, work: (db: UserDb) => Promise<T>): Promise<T>
  /**
   * One query in a transaction of this user, in a single round trip. It is planned once a connection, whatever the values are: for queries
   * whose best plan doesn't depend on them.
   */
  readAsUser<Row>(userId: number, query: Prepared): Promise<Row[]>
  /** Runs `work` in a transaction of nobody: it sees sign-in tables, and no tenant's rows. */
  asNobody<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For session stores and the like that bring their own SQL. */
  pool: Pool
  close(): Promise<void>
}

const parsers = {
  // A calendar day has no time zone: it stays the text that it is.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.DATE ? (text: string) => text : types.getTypeParser(oid, format as 'text'),
}

/**
 * Opens a pool for the app's role.
 * @param log is told about connections that broke while idle; they are replaced by themselves.
 */
export const openDatabase = (connection: ClientConfig, { max = 12, log }: { max?: number; log: (line: string) => void }): Database => {
  const pool = reportUnavailable(
    // With `pipeline`, statements go out as they are asked for instead of each waiting for the answer of the one before.
    openPool({
      ...connection,
      types: parsers as never,
      max,
      pipeline: true,
      stream: batchedSocket,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    }),
  )
  pool.on('error', (error) => log(`A database connection broke and is replaced: ${error.message}`))

  // Made once a connection: the builder works out the names of all tables and columns each time, which cost more than a query.
  const orms = new WeakMap<PoolClient, Orm>()
  const ormOf = (client: PoolClient): Orm => {
    const orm = orms.get(client) ?? drizzle(client, { schema, casing: 'snake_case' })
    orms.set(client, orm)
    return orm
  }

  const dbOf = (client: PoolClient, sent: Promise<unknown>[]): Db => {
    const query = (text: string, values: readonly unknown[], name?: string) =>
      client.query({ text, values: [...values], ...(name ? { name } : {}) })
    return {
      get orm() {
        return ormOf(client)
      },
      rows: async <Row>(text: string, values: readonly unknown[] = [], name?: string) => (await query(text, values, name)).rows as Row[],
      send: (text, values = [], name) => void sent.push(heard(query(text, values, name))),
    }
  }

  const withClient = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    // Without a listener, a connection that dies in the middle would end the process.
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      // The query builder wraps errors in one that quotes every value: those belong in no log, and what PostgreSQL said is what counts.
      throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  const seen = <T>(what: Operations['transaction']['what'], work: (client: PoolClient) => Promise<T>) =>
    instrument('transaction', { what }, () => withClient(work))

  const transaction = <T>(
    what: Operations['transaction']['what'],
    begin: string,
    work: (client: PoolClient, sent: Promise<unknown>[]) => Promise<T>,
  ): Promise<T> =>
    seen(what, async (client) => {
      // The first statement follows without waiting. Should BEGIN fail, it runs as nobody, to whom the walls show nothing, and its result is not used.
      const sent = [heard(client.query(begin))]
      const result = await work(client, sent).catch(async (error: unknown) => {
        // Whatever comes after a statement that failed fails too: the first failure is the one that tells why.
        await Promise.all(sent)
        throw error
      })
      await Promise.all([...sent, client.query('commit')])
      return result
    })

  return {
    asUser: async (userId, work) =>
      transaction('user', beginAs(userId), (client, sent) => work(Object.assign(dbOf(client, sent), { userId }))),
    atOneMoment: async (userId, work) =>
      transaction('snapshot', `${beginAs(userId, ' isolation level repeatable read read only')}, ${forSums}`, (client, sent) =>
        work(Object.assign(dbOf(client, sent), { userId })),
      ),
    readAsUser: <Row>(userId: number, query: Prepared) =>
      seen('read', async (client) => {
        const began = heard(client.query(`${beginAs(userId)}, ${preferGenericPlan}`))
        const read = heard(client.query({ ...query, values: [...query.values] }))
        const [, { rows }] = await Promise.all([began, read, client.query('commit')])
        return rows as Row[]
      }),
    asNobody: (work) => transaction('nobody', 'begin', (client, sent) => work(dbOf(client, sent))),
    pool,
    close: () => pool.end(),
  }
}

/** The user's id goes out together with BEGIN, so that it costs no round trip; it is a whole number, so nothing can hide in it. */
const beginAs = (userId: number, mode = ''): string => {
  if (!Number.isSafeInteger(userId)) throw new TypeError('a user id is a whole number')
  return `begin${mode}; select set_config('app.user_id', '${userId}', true)`
}

/** For this transaction only. Left to itself, PostgreSQL plans anew for each value wherever it guesses that this pays, and a plan can cost more than its query. */
export const preferGenericPlan = "set_config('plan_cache_mode', 'force_generic_plan', true)"

/**
 * For this transaction only. Sums over all that somebody has are estimated to cost so much that PostgreSQL would compile them first, which takes longer
 * than summing; and what it reads for them lies in memory, where following an index costs little more than reading a table from end to end.
 */
const forSums = "set_config('jit', 'off', true), set_config('random_page_cost', '1.1', true)"

/** Its failure is met where it is awaited, later; until then it must not count as one that nobody handles. */
const heard = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined)
  return promise
}
