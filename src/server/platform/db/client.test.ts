import { expect, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { type AnnouncedTopic, type Database, openDatabase, type UserDb } from './client.ts'

const newUser = async (database: Database, name: string) => {
  const [row] = await database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject) values ('test', $1) returning id", [name]),
  )
  return row!.id
}
const names = { name: 'names', text: 'select name from customers where name <> $1 order by name', values: ['x'] }
const insert = 'insert into customers (user_id, name) values ($1, $2)'

test('a query in one round trip sees its user’s rows only, and leaves no user set on the connection', async () => {
  const { app } = await withTestDatabase()
  const database = openDatabase(app, { max: 1, log: () => undefined })
  try {
    const [ada, bob] = [await newUser(database, 'ada'), await newUser(database, 'bob')]
    await database.asUser(ada, (db) => db.rows(insert, [ada, 'Acme']))
    for (let i = 0; i < 10; i++) {
      expect(await database.readAsUser(ada, names)).toEqual([{ name: 'Acme' }])
      expect(await database.readAsUser(bob, names)).toEqual([])
      expect((await database.pool.query('select 1 from customers')).rows).toEqual([])
      const settings = "select current_setting('app.user_id', true) as who, current_setting('plan_cache_mode') as plans"
      expect((await database.pool.query(settings)).rows).toEqual([{ who: '', plans: 'auto' }])
    }
    await expect(database.readAsUser(ada, { name: 'bad', text: 'select 1 / $1::int', values: [0] })).rejects.toThrow('division by zero')
    expect(await database.readAsUser(ada, names)).toEqual([{ name: 'Acme' }])
    await expect(database.readAsUser("1'; drop table users; --" as never, names)).rejects.toThrow(TypeError)
  } finally {
    await database.close()
  }
})

test('a statement sent without waiting is committed with the rest; its failure rolls all back and is the reported error', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  await database.asUser(ada, async (db) => db.send(insert, [ada, 'Sent last']))
  expect(await database.readAsUser(ada, names)).toEqual([{ name: 'Sent last' }])
  const failing = database.asUser(ada, async (db) => {
    await db.rows(insert, [ada, 'Half'])
    db.send('select 1 / $1::int', [0])
  })
  await expect(failing).rejects.toThrow('division by zero')
  const goingOn = database.asUser(ada, async (db) => {
    db.send('select 1 / $1::int', [0])
    await db.rows(insert, [ada, 'Half'])
  })
  await expect(goingOn).rejects.toThrow('division by zero')
  expect(await database.readAsUser(ada, names)).toEqual([{ name: 'Sent last' }])
})

test('work that is awaited with the commit is committed, or fails with its own error, also when a later statement fails before', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  const explained = (db: UserDb, text: string, values: unknown[]) =>
    db.awaitWithCommit(
      db.rows(text, values).catch((error: Error) => {
        throw new Error(`explained: ${error.message}`)
      }),
    )
  await database.asUser(ada, async (db) => explained(db, insert, [ada, 'Sent last']))
  await expect(database.asUser(ada, async (db) => explained(db, 'select 1 / $1::int', [0]))).rejects.toThrow('explained: division by zero')
  const goingOn = database.asUser(ada, async (db) => {
    explained(db, 'select 1 / $1::int', [0])
    await db.rows(insert, [ada, 'Half'])
  })
  await expect(goingOn).rejects.toThrow('explained: division by zero')
  expect(await database.readAsUser(ada, names)).toEqual([{ name: 'Sent last' }])
})

test.each(['asUser', 'atOneMoment'] as const)(
  '%s that is ended cancels its statement, sends no other, stores nothing, and leaves its connection',
  async (name) => {
    const { app } = await withTestDatabase()
    // Each transaction after the first gets the connection that was canceled.
    const database = openDatabase(app, { max: 2, log: () => undefined })
    try {
      const ada = await newUser(database, 'ada')
      for (const statements of ['one', 'many']) {
        const ending = new AbortController()
        const work = database[name](
          ada,
          async (db) => {
            if (name === 'asUser') await db.rows(insert, [ada, 'Half'])
            setTimeout(() => ending.abort(new Error('left')), 50)
            if (statements === 'one') await db.rows('select pg_sleep(60)')
            else for (;;) await db.rows('select pg_sleep(0.001)')
          },
          ending.signal,
        )
        await expect(work).rejects.toThrow('left')
        expect(await Promise.all([1, 2].map(() => database.readAsUser(ada, names)))).toEqual([[], []])
      }
      const late = new AbortController()
      const ended = database[name](ada, async () => late.abort(new Error('at the end')), late.signal)
      await expect(ended).rejects.toThrow('at the end')
      await expect(database[name](ada, async () => 1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
      expect(await database[name](ada, async () => 1, new AbortController().signal)).toBe(1)
    } finally {
      await database.close()
    }
  },
)

test('pipelined statements get their own results, also behind one that fails', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  const all = await database.asUser(ada, (db) =>
    Promise.all(Array.from({ length: 50 }, (_, i) => db.rows<{ n: number }>('select $1::int as n', [i], i % 2 ? 'even' : undefined))),
  )
  expect(all.map(([row]) => row!.n)).toEqual(Array.from({ length: 50 }, (_, i) => i))
  const client = await database.pool.connect()
  const settled = await Promise.allSettled([client.query('select 1 as n'), client.query('select 1 / 0'), client.query('select 3 as n')])
  client.release()
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.rows : one.reason.message))).toEqual([
    [{ n: 1 }],
    'division by zero',
    [{ n: 3 }],
  ])
})

test('announcements are delivered once after the commit, each user and topic once, and never after a rollback', async () => {
  const { database } = await withTestDatabase()
  const [ada, bob] = [await newUser(database, 'ada'), await newUser(database, 'bob')]
  const delivered: [number, AnnouncedTopic[]][][] = []
  database.onAnnouncements((announcements) => delivered.push([...announcements].map(([userId, topics]) => [userId, [...topics]])))
  await database.asUser(ada, async (db) => {
    db.send(insert, [ada, 'Acme'])
    db.announce('customers')
    db.announce('customers')
    db.announce('items')
    db.announce('account', bob)
    await db.rows('select 1')
    expect(delivered).toEqual([])
  })
  const expected = [
    [
      [ada, ['customers', 'items']],
      [bob, ['account']],
    ],
  ]
  expect(delivered).toEqual(expected)
  await database.asUser(ada, (db) => db.rows('select 1'))
  const failing = (text: string) =>
    database.asUser(ada, async (db) => {
      db.announce('customers')
      db.send(text)
    })
  await expect(failing('select 1/0')).rejects.toThrow('division by zero')
  // A deferred constraint fails at COMMIT.
  await database.pool.query('create temporary table later (a int, constraint later_a unique (a) deferrable initially deferred)')
  await expect(failing('insert into later values (1), (1)')).rejects.toThrow('later_a')
  // When the error of a statement is ignored, COMMIT rolls back.
  const ignoring = database.asUser(ada, async (db) => {
    db.announce('customers')
    await db.rows('select 1/0').catch(() => undefined)
  })
  await expect(ignoring).rejects.toThrow('The transaction was rolled back')
  await expect(database.asNobody(async (db) => (db.announce as (topic: AnnouncedTopic) => void)('sessions'))).rejects.toThrow(TypeError)
  expect(delivered).toEqual(expected)
  await database.asNobody(async (db) => db.announce('sessions', bob))
  expect(delivered.at(-1)).toEqual([[bob, ['sessions']]])
})

test('closing waits for the work after commits', async () => {
  const { app } = await withTestDatabase()
  const lines: string[] = []
  const database = openDatabase(app, { log: (line) => lines.push(line) })
  const ada = await newUser(database, 'ada')
  const seen: unknown[] = []
  await database.asUser(ada, async (db) => db.afterCommit(async (later) => void seen.push(await later.readAsUser(ada, names))))
  await database.close()
  expect([seen, lines]).toEqual([[[]], []])
})

test('work after the commit sees the change, is not waited for, and does not run after a rollback', async () => {
  const { app } = await withTestDatabase()
  const lines: string[] = []
  const database = openDatabase(app, { max: 1, log: (line) => lines.push(line) })
  try {
    const ada = await newUser(database, 'ada')
    const seen: unknown[] = []
    // With one connection it could not run before the transaction ends.
    await database.asUser(ada, async (db) => {
      db.afterCommit(async (later) => void seen.push(await later.readAsUser(ada, names)))
      db.afterCommit(async () => {
        throw new Error('not now')
      })
      await db.rows(insert, [ada, 'Acme'])
    })
    await expect.poll(() => seen).toEqual([[{ name: 'Acme' }]])
    expect(lines).toEqual(['Work after a commit failed: not now'])
    const refused = database.asUser(ada, async (db) => {
      db.afterCommit(async () => void seen.push('never'))
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    const ignoring = database.asUser(ada, async (db) => {
      db.afterCommit(async () => void seen.push('never'))
      await db.rows('select 1 / $1::int', [0]).catch(() => undefined)
    })
    await expect(ignoring).rejects.toThrow('The transaction was rolled back')
    expect(seen).toHaveLength(1)
  } finally {
    await database.close()
  }
})

test('statements that are awaited together all fail with the error of the first failed one', async () => {
  const { database } = await withTestDatabase()
  const ada = await newUser(database, 'ada')
  const fail = async (db: UserDb) => (await db.rows('select 1 / $1::int', [0])).length
  for (let i = 0; i < 20; i++) {
    const failing = database.asUser(ada, (db) => Promise.all([fail(db), db.rows('select 1'), db.rows('select 2')]))
    await expect(failing).rejects.toThrow('division by zero')
  }
})
