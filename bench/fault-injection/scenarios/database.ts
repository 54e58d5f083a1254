import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { countEmails, drainEmails } from '../email-delivery.ts'
import { type Deployment, type Environment, startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { getRecoveryMs, isTimeUp, type Run } from '../run.ts'
import { verifyData } from '../verify-data.ts'
import { waitForDatabase } from '../wait-for-database.ts'
import { createWorkload } from '../workload.ts'

const patienceMs = 60_000

/** Pids of those who serve the app's connections. */
const backends = (world: Environment): Promise<{ pid: number }[]> =>
  world.rows(
    "select pid from pg_stat_activity where backend_type = 'client backend' and usename = 'billfold_app' and pid <> pg_backend_pid()",
  )

/** Ways in which a database dies, or a part of it. */
const deaths: Record<string, (world: Environment) => Promise<void>> = {
  // What `pg_ctl stop -m immediate` does: everybody drops everything.
  'immediate stop': async (world) => void process.kill((await findPostmaster(world.cluster))!.pid, 'SIGQUIT'),
  'kill of its first process': async (world) => void process.kill((await findPostmaster(world.cluster))!.pid, 'SIGKILL'),
  // The others are thrown out, and the server recovers by itself.
  'kill of a connection': async (world) => {
    const all = await backends(world)
    if (all.length > 0) process.kill(all[randomInt(all.length)]!.pid, 'SIGKILL')
  },
  'all connections ended': async (world) => {
    await world.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and usename = 'billfold_app'",
    )
  },
}

/**
 * Kills the database while everybody writes. In the shared way this process starts it again, as a service manager does; alone, the server itself. No server
 * may end by that, and each must go on as soon as the database takes connections.
 */
const killDatabase = async (way: Deployment, kills: number, { writers, seed }: Options, run: Run): Promise<Row> => {
  const world = await startEnvironment({ way })
  try {
    const crew = await createWorkload(world, { writers, seed: seed + 1, mix: { mails: 5, uploads: 3 } })
    if (way === 'alone') await world.letGo()
    const nodes = [await world.start(), ...(way === 'shared' ? [await world.start()] : [])]
    const work = crew.start((writer) => nodes.map((_, i) => nodes[(writer + i) % nodes.length]!.origin))
    const [recoveriesMs, findings]: [number[], string[]] = [[], []]
    const names = Object.keys(deaths)
    let killed = 0
    for (; killed < kills && !isTimeUp(run); ) {
      await sleep(randomInt(300, 1200))
      const name = names[killed % names.length]!
      await deaths[name]!(world)
      killed++
      const at = await waitForDatabase(world.connection, patienceMs)
      if (at === null) {
        findings.push(`after ${name} the database took no connection for ${patienceMs / 1000} s`)
        break
      }
      let success: number | null = null
      for (const until = at + patienceMs; success === null && performance.now() < until; await sleep(10))
        success = getRecoveryMs(at, crew.tally.successes)
      if (success === null) findings.push(`after ${name} nothing succeeded for ${patienceMs / 1000} s`)
      else recoveriesMs.push(success)
      crew.tally.successes.length = 0
    }
    await work.stop()
    await drainEmails(world, 120_000)
    const exits = nodes.filter((node) => node.hasExited()).length
    for (const node of nodes) {
      if (!node.hasExited()) await node.stop()
      else findings.push(`a server ended: ${node.log().slice(-500)}`)
      world.forget(node)
    }
    await world.hold()
    const mails = await countEmails(world, world.mail!)
    const verdict = await verifyData(world, crew.people, crew.ledger)
    const { acknowledged, unanswered, toldToWait, wrong } = crew.tally
    return createRow(way === 'shared' ? 'database beside two servers' : 'database of the server itself', {
      ...verdict,
      acknowledged,
      unanswered,
      faults: killed,
      wrongAnswers: wrong.length,
      exits,
      lostMails: mails.lostMails,
      doubleMails: mails.doubleMails,
      mayDouble: true,
      recoveriesMs,
      findings: [...findings, ...wrong.slice(0, 5), ...verdict.findings, ...mails.findings],
      notes: [
        `${toldToWait} requests were told to come back; recovery is from the moment on at which the database takes connections again`,
      ],
    })
  } finally {
    await world.close()
  }
}

/** Half of the kills each: a database beside two servers, and one that the server started itself. */
export const runDatabaseFailures = async (options: Options, run: Run): Promise<Row[]> => {
  const alone = Math.floor(options.databaseKills / 2)
  return [
    await killDatabase('shared', options.databaseKills - alone, options, run),
    ...(alone > 0 ? [await killDatabase('alone', alone, options, run)] : []),
  ]
}
