import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deployment, startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'
import { createWorkload } from '../workload.ts'

/** Every sixth time, a server gets SIGTERM instead of SIGKILL, and then this much time to end. */
const stopEvery = 6
const stopLimitMs = 5000

/** Kills servers at random moments, and starts new ones in their place. */
const killServers = async (deployment: Deployment, kills: number, { writers, seed }: Options, run: Run): Promise<Row> => {
  const environment = await startEnvironment({ deployment })
  try {
    const workload = await createWorkload(environment, { writers, seed, mix: { emails: 8, uploads: 3 } })
    if (deployment === 'embedded') await environment.releaseDatabase()
    const size = deployment === 'shared' ? 2 : 1
    /** null while a server restarts. */
    const servers: (ServerProcess | null)[] = []
    for (let index = 0; index < size; index++) servers.push(await environment.startServer())
    const work = workload.start((writer) =>
      Array.from({ length: size }, (_, i) => servers[(writer + i) % size]).flatMap((server) => (server ? [server.origin] : [])),
    )
    const recoveriesMs: number[] = []
    const findings: string[] = []
    let [started, killed, stopped, exits] = [0, 0, 0, 0]
    const killRepeatedly = async (index: number) => {
      while (started < kills && !isTimeUp(run)) {
        started++
        const wantsStop = deployment === 'shared' && started % stopEvery === 0
        await sleep(started % 4 === 0 ? randomInt(400, 1500) : randomInt(30, 400))
        const server = servers[index]!
        servers[index] = null
        if (server.hasExited()) {
          exits++
          findings.push(`a server ended by itself: ${server.log().slice(-300)}`)
        } else if (wantsStop) {
          const { code, ms } = await server.stop()
          stopped++
          if (code !== 0 || ms > stopLimitMs) findings.push(`a server ended with ${code} after SIGTERM, in ${Math.round(ms)} ms`)
        } else {
          await server.kill()
          killed++
        }
        environment.unregister(server)
        const startedAt = performance.now()
        servers[index] = await environment.startServer()
        recoveriesMs.push(performance.now() - startedAt)
      }
    }
    await Promise.all(servers.map((_, index) => killRepeatedly(index)))
    return await work.finish(
      deployment === 'shared' ? 'two servers on one database' : 'server with its own database',
      servers.filter((server) => server !== null),
      {
        faults: killed,
        exits,
        allowsDuplicateEmails: true,
        recoveriesMs,
        findings,
        notes: [
          ...(stopped > 0 ? [`${stopped} servers got SIGTERM instead`] : []),
          '* a server that dies between the delivery of a message and its commit sends the message again, with the same id',
        ],
      },
    )
  } finally {
    await environment.close()
  }
}

/** Four fifths of the kills hit two servers on one database; the others a server that runs its own database, and adopts it again after each kill. */
export const runServerKills = async (options: Options, run: Run): Promise<Row[]> => {
  const embeddedKills = Math.ceil(options.serverKills / 5)
  return [
    await killServers('shared', options.serverKills - embeddedKills, options, run),
    await killServers('embedded', embeddedKills, options, run),
  ]
}
