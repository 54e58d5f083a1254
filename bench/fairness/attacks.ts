import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { entities } from '#modules/entities.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { startBenchApp } from '../support/app.ts'
import { isSmoke } from '../support/args.ts'
import { seedInvoices } from '../support/invoice-data.ts'
import { getResidentMb } from '../support/processes.ts'
import { median, percentile, roundSignificant } from '../support/stats.ts'
import type { Attack } from './attackers.ts'
import type { StatusCounts } from './noisy-neighbors.ts'

// What attackers cost a quiet account: its dashboard and its saves while others send hostile bodies, leave long checks, or load the API's description.

/** What the account may feel, and what the server may need. */
const limits = { ratio: 3, maxMs: 2000, mbDuring: 400, mbAfter: 300 }

type Sizes = { seconds: number; rounds: number; records: number; restSeconds: number }

const startEnvironment = async ({ records }: Sizes) => {
  const app = await startBenchApp({ ACCOUNT_REQUESTS_PER_SECOND: '25', LOG_LEVEL: 'error', DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' })
  const owner = new Client(app.owner)
  await owner.connect()
  const quiet = await app.signIn('quiet')
  await owner.query("update users set subscription_status = 'active', subscription_plan = 'monthly' where id = $1", [quiet.userId])
  await seedInvoices(app.owner, [{ userIds: [quiet.userId], invoices: isSmoke ? 100 : 1000 }])
  const trial = await app.signIn('trial')
  const large = await app.signIn('large')
  await owner.query(
    "insert into items (user_id, name, description, unit_price) select $1, 'Item ' || n, 'Described at some length', 9.99 from generate_series(1, $2::int) n",
    [large.userId, records],
  )
  await app.database.asUser(large.userId, (db) => rebuildSearchEntries(db, entities))
  await owner.query('vacuum analyze')
  // A commit waits for the disk, at times for half a second, whatever attackers do: what they cost is measured without it.
  await owner.query('alter system set synchronous_commit = off')
  await owner.query('select pg_reload_conf()')
  await owner.end()
  const demo = await fetch(`${app.origin}/demo`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const [cookie] = demo.headers.getSetCookie()
  if (!cookie) throw new Error(`no demo account was opened: ${demo.status} ${await demo.text()}`)
  return { app, quiet: quiet.cookie, trial: trial.cookie, large: large.cookie, demo: cookie.split(';')[0]! }
}
type Environment = Awaited<ReturnType<typeof startEnvironment>>

const connections = 10
/** As a proxy reports it: a visitor from this machine may ask ten times as often as one from elsewhere. */
const fromElsewhere = { 'x-forwarded-for': '203.0.113.7' }

const listAttacks = ({ trial, large, demo }: Environment): Attack[] => {
  const shapes = ['nested', 'nested objects', 'wide', 'unclosed', 'many keys'] as const
  // What the sizes are called: a little less, so that no limit of size refuses them.
  const small = isSmoke ? 0.1 : 1
  const large10 = isSmoke ? 1.1 : 10
  const ofVisitors = shapes.map((body) => ({
    name: `${body}, no cookie`,
    connections,
    calls: ['/api/customers', '/api/nothing', '/api/customers/import'].flatMap((path) =>
      [small, large10].map((megabytes) => ({ method: 'POST', path, headers: fromElsewhere, body, megabytes })),
    ),
  }))
  const ofUsers = Object.entries({ demo, trial }).flatMap(([who, cookie]) => {
    const headers = { cookie, ...fromElsewhere }
    return [
      ...shapes.map((body) => ({
        name: `${body}, ${who}`,
        connections,
        calls: [
          { method: 'POST', path: '/api/customers', headers, body, megabytes: small },
          { method: 'DELETE', path: '/api/customers/1', headers, body, megabytes: small },
          { method: 'POST', path: '/api/customers/import', headers, body, megabytes: large10 },
        ],
      })),
      ...(['wide rows', 'wide list'] as const).map((body) => ({
        name: `${body}, ${who}`,
        connections: 6,
        calls: ['/api/customers/import', '/api/items/import', '/api/customers/similar'].map((path) => ({
          method: 'POST',
          path,
          headers,
          body,
          megabytes: path.endsWith('similar') ? Math.min(7, large10) : large10,
        })),
      })),
    ]
  })
  return [
    ...ofVisitors,
    ...ofUsers,
    {
      name: 'health, left',
      connections,
      calls: [{ method: 'GET', path: '/api/books/health', headers: { cookie: large, ...fromElsewhere }, leaveAfterMs: 300 }],
    },
    {
      name: 'API description',
      connections: 20,
      calls: ['/api/openapi.json', '/api/docs'].flatMap((path) =>
        ['br', 'gzip', 'identity'].map((encoding) => ({ method: 'GET', path, headers: { ...fromElsewhere, 'accept-encoding': encoding } })),
      ),
    },
  ]
}

type Latencies = { dashboard: number[]; save: number[] }

/**
 * Loads the dashboard and saves a customer again and again: 15 requests a second, fewer than an account may send, so that none waits for the account's own rate.
 * `failures` counts other statuses than the good ones.
 */
const probe = async ({ app: { origin }, quiet }: Environment, ms: number): Promise<{ times: Latencies; failures: string[] }> => {
  const times: Latencies = { dashboard: [], save: [] }
  const failures: string[] = []
  const until = performance.now() + ms
  const measure = async (name: keyof Latencies, everyMs: number, call: () => Promise<Response>) => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      const response = await call().catch((error: Error) => error)
      if (response instanceof Error) failures.push(response.message)
      else {
        await response.arrayBuffer()
        if (!response.ok) failures.push(String(response.status))
      }
      times[name].push(performance.now() - at)
      await sleep(Math.max(0, everyMs - (performance.now() - at)))
    }
  }
  const headers = { cookie: quiet, 'content-type': 'application/json' }
  let saves = 0
  await Promise.all([
    measure('dashboard', 100, () => fetch(`${origin}/api/dashboard`, { headers })),
    measure('save', 200, () =>
      fetch(`${origin}/api/customers`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `Customer ${++saves} ${Math.round(until)}`, email: `c${saves}-${Math.round(until)}@example.com` }),
      }),
    ),
  ])
  return { times, failures }
}

const watchMemory = (pid: number) => {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, getResidentMb(pid))
  }
  const timer = setInterval(sample, 50)
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}

/** Runs an attack. @returns stops it, and answers how often each status was received */
const startAttack = (origin: string, attack: Attack) => {
  const attackers = fork(new URL('./attackers.ts', import.meta.url))
  // A low priority: sending requests and reading responses must not slow the server.
  setPriority(attackers.pid!, 19)
  attackers.send({ origin, attack })
  return async (): Promise<StatusCounts> => {
    const counts = new Promise<StatusCounts>((resolve, reject) => {
      attackers.once('message', (message: StatusCounts) => resolve(message))
      attackers.once('exit', (code) => reject(new Error(`the process of the attackers ended with ${code}`)))
    })
    attackers.send('stop')
    const found = await counts
    attackers.kill()
    return found
  }
}

const formatStatuses = (counts: StatusCounts) =>
  Object.values(counts)
    .flatMap((ofName) => Object.entries(ofName).map(([status, count]) => `${count} x ${status}`))
    .join(', ')

/** What was measured in one round; `ratios` are p99 of each call divided by its quiet p99 of the same round. */
type Round = { times: Latencies; ratios: number[]; peak: number; failures: string[]; statuses: string }

const getP99 = (values: readonly number[]) => percentile(values, 0.99)

const summarize = (rounds: readonly Latencies[]) =>
  Object.fromEntries(
    (['dashboard', 'save'] as const).flatMap((name) => {
      const of = (pick: (values: number[]) => number) => rounds.map((times) => pick(times[name]))
      return [
        [`${name} p50`, roundSignificant(median(of(median)))],
        [`${name} p99`, roundSignificant(median(of(getP99)))],
        [`${name} max`, roundSignificant(Math.max(...of((values) => Math.max(...values))))],
      ]
    }),
  )

const findViolations = (name: string, rounds: readonly Round[]): string[] => {
  const ratio = median(rounds.map(({ ratios }) => Math.max(...ratios)))
  const longest = Math.max(...rounds.flatMap(({ times }) => [...times.dashboard, ...times.save]))
  const peak = Math.max(...rounds.map((round) => round.peak))
  const failures = rounds.flatMap((round) => round.failures)
  const statuses = rounds.map((round) => round.statuses).join(', ')
  return [
    ...(ratio > limits.ratio ? [`${name}: p99 is ${roundSignificant(ratio)} times the quiet one`] : []),
    ...(longest > limits.maxMs ? [`${name}: a call took ${Math.round(longest)} ms`] : []),
    ...(failures.length > 0 ? [`${name}: ${failures.length} calls failed (${failures[0]})`] : []),
    ...(/x 5\d\d/.test(statuses) ? [`${name}: attackers got ${statuses}`] : []),
    ...(peak > limits.mbDuring ? [`${name}: the server had ${peak} MB`] : []),
  ]
}

/**
 * Measures a quiet account alone and during each attack, in rounds, and prints a table of medians: a p99 of seconds is one call, which anything on the machine can delay.
 * @param only part of the names of the attacks to run; all by default
 * @returns what exceeded the limits, as sentences
 */
export const runAttacks = async (sizes: Sizes, only = ''): Promise<string[]> => {
  const environment = await startEnvironment(sizes)
  const { app } = environment
  const attacks = listAttacks(environment).filter(({ name }) => name.includes(only))
  const ms = sizes.seconds * 1000
  const measure = async (attack: Attack, quiet: Latencies): Promise<Round> => {
    const stopWatching = watchMemory(app.pid)
    const stop = startAttack(app.origin, attack)
    await sleep(Math.min(2000, ms / 4))
    const { times, failures } = await probe(environment, ms)
    const statuses = formatStatuses(await stop())
    const ratios = (['dashboard', 'save'] as const).map((name) => getP99(times[name]) / getP99(quiet[name]))
    return { times, failures, statuses, ratios, peak: stopWatching() }
  }
  try {
    await probe(environment, ms / 2)
    const quietMb = getResidentMb(app.pid)
    const quietTimes: Latencies[] = []
    const measured = attacks.map((): Round[] => [])
    for (let nth = 0; nth < sizes.rounds; nth++) {
      const { times: quiet } = await probe(environment, ms * 2)
      quietTimes.push(quiet)
      for (const [i, attack] of attacks.entries()) measured[i]!.push(await measure(attack, quiet))
    }
    await sleep(sizes.restSeconds * 1000)
    const after = getResidentMb(app.pid)
    console.log(
      `\nA quiet account alone and during attacks, ${sizes.rounds} rounds of ${sizes.seconds} s each; latencies in milliseconds, memory of the server`,
    )
    console.table({
      quiet: { ...summarize(quietTimes), 'peak MB': quietMb },
      ...Object.fromEntries(
        attacks.map(({ name }, i) => {
          const rounds = measured[i]!
          return [
            name,
            {
              ...summarize(rounds.map(({ times }) => times)),
              'p99 / p99': roundSignificant(median(rounds.map(({ ratios }) => Math.max(...ratios)))),
              'peak MB': Math.max(...rounds.map(({ peak }) => peak)),
              failures: rounds.flatMap(({ failures }) => failures).length,
              'the attackers got': rounds.at(-1)!.statuses,
            },
          ]
        }),
      ),
    })
    console.log(`Memory ${sizes.restSeconds} s after the attacks: ${after} MB`)
    return [
      ...attacks.flatMap(({ name }, i) => findViolations(name, measured[i]!)),
      ...(after > limits.mbAfter ? [`the server has ${after} MB ${sizes.restSeconds} s after the attacks`] : []),
    ]
  } finally {
    await app.stop()
  }
}
