import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountSmallDisk } from '#server/testing/small-disk.ts'
import { startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { createRecoveryMeter, isTimeUp, type Run } from '../run.ts'
import { createWorkload } from '../workload.ts'

const recoveryLimitMs = 5000

/** PostgreSQL's write-ahead log alone takes 80 MB of the database's disk. */
const disks = {
  database: { megabytes: 320, mix: { emails: 5, uploads: 3 }, scenario: 'full disk of the database' },
  files: { megabytes: 24, mix: { emails: 60, uploads: 20 }, scenario: 'full disk of files and outbox' },
} as const

const fillDisk = async (content: keyof typeof disks, { writers, seed, diskFills, fullSeconds }: Options, run: Run): Promise<Row> => {
  const { megabytes, mix, scenario } = disks[content]
  const disk = mountSmallDisk(megabytes)
  if (!disk) return createRow(scenario, { notes: ['skipped: only root may mount a small disk'] })
  const folder = join(disk.folder, 'data')
  try {
    const environment = await startEnvironment({
      hasMailServer: false,
      ...(content === 'database' ? { deployment: 'embedded', dataDir: folder } : { deployment: 'shared', filesDir: folder }),
    })
    try {
      const workload = await createWorkload(environment, { writers, seed: seed + 2, mix })
      if (environment.deployment === 'embedded') await environment.releaseDatabase()
      const server = await environment.startServer()
      const work = workload.start(() => [server.origin])
      const recovery = createRecoveryMeter(workload.tally, recoveryLimitMs)
      let filled = 0
      for (; filled < diskFills && !isTimeUp(run) && !server.hasExited(); filled++) {
        await sleep(2000)
        // Fills it again and again, since the server may free space meanwhile.
        for (const until = performance.now() + fullSeconds * 1000; performance.now() < until; await sleep(100)) disk.fill()
        disk.free()
        await recovery.waitForSuccess('the end of a full disk')
      }
      return await work.finish(scenario, [server], {
        faults: filled,
        recoveriesMs: recovery.recoveriesMs,
        findings: recovery.findings,
        notes: ['recovery starts when the disk has space again'],
      })
    } finally {
      await environment.close()
    }
  } finally {
    disk.unmount()
  }
}

/** Fills the disk of the database, then the disk of uploads and the outbox. */
export const runFullDisks = async (options: Options, run: Run): Promise<Row[]> => [
  await fillDisk('database', options, run),
  await fillDisk('files', options, run),
]
