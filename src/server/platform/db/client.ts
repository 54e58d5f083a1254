import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { tellAway } from './away.ts'
import * as schema from './schema/index.ts'

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
}

/** A transaction that belongs to one user: row-level security shows it this user's rows only. */
export type UserDb = Db & { userId: number }

export type Database = {
  /** Runs `work` in a transaction of this user. Commits what it did when it answers, undoes all of it when it throws. */
  asUser<T>(userId: number, work: (db: UserDb) => Promise<T>): Promise<T>
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
  const pool = tellAway(
    new Pool({ ...connection, types: parsers as never, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 }),
  )
  pool.on('error', (error) => log(`A database connection broke and is replaced: ${error.message}`))

  // Made once a connection: the builder works out the names of all tables and columns each time, which cost more than a query.
  const orms = new WeakMap<PoolClient, Orm>()
  const ormOf = (client: PoolClient): Orm => {
    const orm = orms.get(client) ?? drizzle(client, { schema, casing: 'snake_case' })
    orms.set(client, orm)
    return orm
  }

  const dbOf = (client: PoolClient): Db => {
    return {
      get orm() {
        return ormOf(client)
      },
      rows: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
        (await client.query({ text, values: [...values], ...(name ? { name } : {}) })).rows as Row[],
    }
  }

  const transaction = async <T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    // Without a listener, a connection that dies in the middle would end the process.
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      await client.query(begin)
      const result = await work(client)
      await client.query('commit')
      return result
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

  return {
    // The user's id goes out together with BEGIN, so that it costs no round trip; it is a whole number, so nothing can hide in it.
    asUser: async (userId, work) => {
      if (!Number.isSafeInteger(userId)) throw new TypeError('a user id is a whole number')
      return transaction(`begin; select set_config('app.user_id', '${userId}', true)`, (client) =>
        work(Object.assign(dbOf(client), { userId })),
      )
    },
    asNobody: (work) => transaction('begin', (client) => work(dbOf(client))),
    pool,
    close: () => pool.end(),
  }
}
