import { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientConfig, type Pool, type PoolClient, types } from 'pg'
import { instrument, type Operations } from '#server/platform/telemetry/instrumentation.ts'
import type { ChangeTopic } from '#shared/server-events.ts'
import { reportUnavailable } from './database-errors.ts'
import { openPool } from './driver.ts'
import * as schema from './schema/index.ts'
import { getWriteCheck, runWithWriteCheck } from './write-check.ts'

/**
 * Sends everything that is written within one tick at once. The driver writes each statement separately, and a system call costs more than
 * the statement: BEGIN, a query and COMMIT leave together.
 */
const createBatchingSocket = (): Socket => {
  const socket = new Socket()
  let collecting = false
  // Connecting restores the original `write`.
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

export type AnnouncedTopic = ChangeTopic | 'sessions'
export type Announcements = ReadonlyMap<number, ReadonlySet<AnnouncedTopic>>

export type Db = {
  orm: Orm
  /**
   * SQL text with $1 … $n. With a `name` the statement is prepared once per connection, for hot paths.
   * Dates come back as 'YYYY-MM-DD' text, numeric as decimal text, timestamps as Date.
   */
  rows<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /** Without waiting: the next statement, or COMMIT, is sent directly behind it. When it fails, the transaction fails with its error. */
  send(text: string, values?: readonly unknown[], name?: string): void
  /** `send` for `work` whose statements are all sent already. */
  awaitWithCommit(work: Promise<unknown>): void
  /** Once the transaction is committed. Announcements before a rollback to a savepoint remain: an unneeded one costs a refresh. */
  announce(topic: AnnouncedTopic, userId: number): void
  /** For what needs a lock that much waits for. When `work` fails, the transaction does. */
  beforeCommit(work: () => Promise<void>): void
  /** Nobody waits for `work`. When it fails, the error is logged. */
  afterCommit(work: (database: Database) => Promise<void>): void
}

export type Prepared = { name: string; text: string; values: readonly unknown[] }

/** Row-level security limits it to this user's rows. */
export type UserDb = Db & {
  userId: number
  announce(topic: AnnouncedTopic, userId?: number): void
}

export type Database = {
  /** Commits when `work` resolves, rolls back when it rejects or when `signal` cancels it. @throws the signal's reason */
  asUser<T>(userId: number, work: (db: UserDb) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** For `work` that only reads: all its queries see one snapshot (repeatable read). */
  atOneMoment<T>(userId: number, work: (db: UserDb) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** In a single round trip, with a generic plan: only for queries whose best plan does not depend on their values. */
  readAsUser<Row>(userId: number, query: Prepared): Promise<Row[]>
  /** Sees the sign-in tables and no tenant's rows. */
  asNobody<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Called directly after each COMMIT. The listener must not throw. */
  onAnnouncements(listener: (announcements: Announcements) => void): void
  /** For libraries with SQL of their own, such as the session store. */
  pool: Pool
  close(): Promise<void>
}

type TransactionState = {
  signal: AbortSignal | undefined
  sent: Promise<unknown>[]
  endings: (() => Promise<void>)[]
  announced: Map<number, Set<AnnouncedTopic>>
  afterwards: ((database: Database) => Promise<void>)[]
}

const int8Array = 1016
const parseInt8Array = types.getTypeParser(int8Array as never) as (text: string) => string[]

const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    // A date has no time zone and stays text.
    if (oid === types.builtins.DATE) return (text: string) => text
    // Ids and counts, far below 2^53.
    if (oid === types.builtins.INT8) return Number
    if (oid === int8Array) return (text: string) => parseInt8Array(text).map(Number)
    return types.getTypeParser(oid, format as 'text')
  },
}

export const openDatabase = (connection: ClientConfig, { max = 12, log }: { max?: number; log: (line: string) => void }): Database => {
  const pool = reportUnavailable(
    // With `pipeline`, a statement is sent at once instead of after the previous one's answer.
    openPool({
      ...connection,
      types: parsers as never,
      max,
      pipeline: true,
      stream: createBatchingSocket,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
    }),
  )
  pool.on('error', (error) => log(`A database connection broke and is replaced: ${error.message}`))

  // One per connection: creating it computes the names of all tables and columns, which costs more than a query.
  const orms = new WeakMap<PoolClient, Orm>()
  const getOrm = (client: PoolClient): Orm => {
    const orm = orms.get(client) ?? drizzle(client, { schema, casing: 'snake_case' })
    orms.set(client, orm)
    return orm
  }

  let deliver: (announcements: Announcements) => void = () => undefined

  const createDb = (client: PoolClient, { signal, sent, endings, announced, afterwards }: TransactionState): Db => {
    let cause: unknown
    const query = async (text: string, values: readonly unknown[], name?: string) => {
      signal?.throwIfAborted()
      return client.query({ text, values: [...values], ...(name ? { name } : {}) }).catch((error: { code?: string }) => {
        if (error.code !== transactionAborted) cause = error
        throw error
      })
    }
    /** Of statements that are awaited together, those behind the failed one may be handled first: all of them fail with its error. */
    const throwCause = (error: { code?: string }): never => {
      throw error.code === transactionAborted ? (cause ?? error) : error
    }
    const awaitWithCommit = (work: Promise<unknown>) => void sent.push(handleLater(work.catch(ignoreAborted)))
    return {
      get orm() {
        return getOrm(client)
      },
      rows: async <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
        (await query(text, values, name).catch(throwCause)).rows as Row[],
      send: (text, values = [], name) => awaitWithCommit(query(text, values, name)),
      awaitWithCommit,
      announce: (topic, userId) => {
        if (!Number.isSafeInteger(userId)) throw new TypeError('an announcement needs a user')
        const topics = announced.get(userId)
        if (topics) topics.add(topic)
        else announced.set(userId, new Set([topic]))
      },
      beforeCommit: (work) => void endings.push(work),
      afterCommit: (work) => void afterwards.push(work),
    }
  }
  const createUserDb = (client: PoolClient, state: TransactionState, userId: number): UserDb => {
    const db = createDb(client, state)
    const { announce } = db
    return Object.assign(db, { userId, announce: (topic: AnnouncedTopic, other = userId) => announce(topic, other) })
  }

  const cancelStatement = (client: PoolClient): Promise<void> =>
    pool.query('select pg_cancel_backend($1)', [(client as unknown as { processID: number }).processID]).then(
      () => undefined,
      (error: Error) => log(`A statement could not be canceled: ${error.message}`),
    )

  const withClient = async <T>(work: (client: PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    const client = await pool.connect()
    // Awaited before the connection is used for anything else, which would be canceled instead.
    let canceled: Promise<void> | undefined
    const cancel = () => {
      canceled = cancelStatement(client)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    let broken: Error | undefined
    // Without a listener, a connection that breaks during `work` would end the process.
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await work(client)
    } catch (error) {
      await canceled
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      if (signal?.aborted) throw signal.reason
      // The query builder wraps errors in one that quotes all values, which must not be logged; PostgreSQL's own error is thrown instead.
      throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
    } finally {
      signal?.removeEventListener('abort', cancel)
      await canceled
      client.off('error', onError)
      client.release(broken)
    }
  }

  const unfinished = new Set<Promise<void>>()

  const runInstrumented = <T>(what: Operations['transaction']['what'], work: (client: PoolClient) => Promise<T>, signal?: AbortSignal) =>
    instrument('transaction', { what }, () => withClient(work, signal))

  const transaction = <T>(
    what: Operations['transaction']['what'],
    begin: string,
    work: (client: PoolClient, state: TransactionState) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    const check = getWriteCheck()
    const run = async (client: PoolClient) => {
      // The first statement is sent without waiting for BEGIN. If BEGIN fails, it runs without a user, sees no rows, and its result is discarded.
      const sent: Promise<unknown>[] = [handleLater(client.query(begin))]
      const endings: TransactionState['endings'] = []
      const announced: TransactionState['announced'] = new Map()
      const afterwards: TransactionState['afterwards'] = []
      const runWork = async () => {
        const result = await work(client, { signal, sent, endings, announced, afterwards })
        for (const end of endings) await end()
        for (const topics of announced.values()) check?.(topics)
        signal?.throwIfAborted()
        return result
      }
      const result = await runWork().catch(async (error: unknown) => {
        // Statements after a failed one fail as well: the first error is the cause.
        await Promise.all(sent)
        throw error
      })
      const [{ command }] = await Promise.all([client.query('commit'), ...sent])
      // PostgreSQL answers COMMIT with ROLLBACK when `work` ignored the error of a statement: nothing was stored.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: the error of one of its statements was ignored.')
      if (announced.size > 0) deliver(announced)
      for (const each of afterwards) {
        const running = runWithWriteCheck(null, () => each(database))
          .catch((error: Error) => log(`Work after a commit failed: ${error.message}`))
          .finally(() => unfinished.delete(running))
        unfinished.add(running)
      }
      return result
    }
    return runInstrumented(what, run, signal)
  }

  const database: Database = {
    asUser: async (userId, work, signal) =>
      transaction('user', buildBegin(userId), (client, state) => work(createUserDb(client, state, userId)), signal),
    atOneMoment: async (userId, work, signal) =>
      transaction(
        'snapshot',
        `${buildBegin(userId, ' isolation level repeatable read read only')}, ${aggregateSettings}`,
        (client, state) => work(createUserDb(client, state, userId)),
        signal,
      ),
    readAsUser: <Row>(userId: number, query: Prepared) =>
      runInstrumented('read', async (client) => {
        const started = handleLater(client.query(`${buildBegin(userId)}, ${preferGenericPlan}`))
        const read = handleLater(client.query({ ...query, values: [...query.values] }))
        const [, { rows }] = await Promise.all([started, read, client.query('commit')])
        return rows as Row[]
      }),
    asNobody: (work) => transaction('nobody', 'begin', (client, state) => work(createDb(client, state))),
    onAnnouncements: (listener) => {
      deliver = listener
    },
    pool,
    close: async () => {
      await Promise.all(unfinished)
      await pool.end()
    },
  }
  return database
}

/** For changes that concern both the sign-in tables and the user's rows: removes the user from the transaction again afterwards. */
export const runAsUser = async <T>(db: Db, userId: number, work: (db: Db) => Promise<T>): Promise<T> => {
  db.send("select set_config('app.user_id', $1, true)", [String(userId)])
  const result = await work(db)
  db.send("select set_config('app.user_id', '', true)")
  return result
}

/** In one text, without another round trip. The id is an integer, so the text cannot be injected into. */
const buildBegin = (userId: number, mode = ''): string => {
  if (!Number.isSafeInteger(userId)) throw new TypeError('a user id must be an integer')
  return `begin${mode}; select set_config('app.user_id', '${userId}', true)`
}

/** For one transaction. By default PostgreSQL plans again for each value when it estimates a benefit, and planning can cost more than the query. */
export const preferGenericPlan = "set_config('plan_cache_mode', 'force_generic_plan', true)"

/**
 * For one transaction. PostgreSQL estimates sums over all of a user's rows to be so expensive that it would compile them (JIT), which takes longer than the
 * sums; and the rows are in memory, where an index scan costs little more than a sequential scan.
 */
const aggregateSettings = "set_config('jit', 'off', true), set_config('random_page_cost', '1.1', true)"

/** Statements behind a failed one fail as well, with this code; the failed one reports its own error. */
const transactionAborted = '25P02'
const ignoreAborted = (error: { code?: string }): void => {
  if (error.code !== transactionAborted) throw error
}

/** It is awaited later, and must not count as an unhandled rejection until then. */
const handleLater = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => undefined)
  return promise
}
