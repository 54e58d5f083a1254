import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { type Deployment, type Environment, startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'
import { createRecoveryMeter, isTimeUp, type Run, recoveryTimeoutMs } from '../run.ts'
import { waitForDatabase } from '../wait-for-database.ts'
import { createWorkload } from '../workload.ts'

const faults: Record<string, (environment: Environment) => Promise<void>> = {
  // The same as `pg_ctl stop -m immediate`.
  'an immediate stop of the database': async ({ cluster }) => void process.kill((await findPostmaster(cluster))!.pid, 'SIGQUIT'),
  "a kill of the database's first process": async ({ cluster }) => void process.kill((await findPostmaster(cluster))!.pid, 'SIGKILL'),
  // PostgreSQL closes all other connections, too, and recovers by itself.
  "a kill of a connection's process": async (environment) => {
    const connections = await environment.rows<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and usename = 'billfold_app'",
    )
    if (connections.length > 0) process.kill(connections[randomInt(connections.length)]!.pid, 'SIGKILL')
  },
  'the end of all connections': async (environment) => {
    await environment.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and usename = 'billfold_app'",
    )
  },
}

/** Kills the database. Servers must not end, and must serve requests as soon as the database accepts connections. */
const killDatabase = async (deployment: Deployment, kills: number, { writers, seed }: Options, run: Run): Promise<Row> => {
  const environment = await startEnvironment({ deployment })
  try {
    const workload = await createWorkload(environment, { writers, seed: seed + 1, mix: { emails: 5, uploads: 3 } })
    if (deployment === 'embedded') await environment.releaseDatabase()
    const servers = [await environment.startServer(), ...(deployment === 'shared' ? [await environment.startServer()] : [])]
    const work = workload.start((writer) => servers.map((_, i) => servers[(writer + i) % servers.length]!.origin))
    const recovery = createRecoveryMeter(workload.tally)
    const names = Object.keys(faults)
    let killed = 0
    while (killed < kills && !isTimeUp(run)) {
      await sleep(randomInt(300, 1200))
      const name = names[killed % names.length]!
      await faults[name]!(environment)
      killed++
      const upAt = await waitForDatabase(environment.connection, recoveryTimeoutMs)
      if (upAt === null) {
        recovery.findings.push(`the database accepted no connection within ${recoveryTimeoutMs / 1000} s after ${name}`)
        break
      }
      await recovery.waitForSuccess(name, upAt)
    }
    return await work.finish(deployment === 'shared' ? 'database of two servers' : 'embedded database of a server', servers, {
      faults: killed,
      allowsDuplicateEmails: true,
      recoveriesMs: recovery.recoveriesMs,
      findings: recovery.findings,
      notes: ['recovery starts when the database accepts connections again'],
    })
  } finally {
    await environment.close()
  }
}

/** Half of the kills hit a database of two servers, which this process restarts; the other half one that the server runs and restarts itself. */
export const runDatabaseFailures = async (options: Options, run: Run): Promise<Row[]> => {
  const embeddedKills = Math.floor(options.databaseKills / 2)
  return [
    await killDatabase('shared', options.databaseKills - embeddedKills, options, run),
    ...(embeddedKills > 0 ? [await killDatabase('embedded', embeddedKills, options, run)] : []),
  ]
}
