import { setTimeout as sleep } from 'node:timers/promises'
import { startEnvironment } from '../environment.ts'
import { startFakeClock } from '../fake-clock.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { createRecoveryMeter, isTimeUp, type Run } from '../run.ts'
import { createWorkload } from '../workload.ts'

const hour = 3600
const year = 365.25 * 24 * hour
const jumps: readonly (readonly [string, number])[] = [
  ['an hour ahead', hour],
  ['an hour behind', -hour],
  ['ten years ahead', 10 * year],
  ['ten years behind', -10 * year],
]
const recoveryLimitMs = 5000

/**
 * Sets the server's clock wrong for a while, then right again. Meanwhile sessions may be expired; afterwards all users must be signed in, no rate limit
 * may be in force, and no date of a document may have changed. The database keeps the true time, as on a machine of its own.
 */
export const runClockJumps = async ({ clockSeconds, writers, seed }: Options, run: Run): Promise<Row[]> => {
  const scenario = 'wrong clock of the server'
  const clock = startFakeClock()
  if (!clock) return [createRow(scenario, { notes: ['skipped: libfaketime is not installed (Debian: apt-get install faketime)'] })]
  const environment = await startEnvironment({ deployment: 'shared' })
  try {
    const workload = await createWorkload(environment, {
      writers,
      seed: seed + 3,
      mix: { emails: 8, uploads: 0 },
      allowSignedOut: true,
    })
    const server = await environment.startServer(clock.env)
    const work = workload.start(() => [server.origin])
    const recovery = createRecoveryMeter(workload.tally, recoveryLimitMs)
    const acknowledged: string[] = []
    await sleep(1000)
    for (const [name, seconds] of jumps) {
      if (isTimeUp(run) || server.hasExited()) break
      const before = workload.tally.acknowledged
      clock.setOffset(seconds)
      await sleep(clockSeconds * 1000)
      acknowledged.push(`${name} ${workload.tally.acknowledged - before}`)
      clock.setOffset(0)
      await recovery.waitForSuccess(`a clock ${name}`)
      await sleep(1000)
    }
    const row = await work.finish(scenario, [server], {
      faults: acknowledged.length,
      recoveriesMs: recovery.recoveriesMs,
      findings: recovery.findings,
      notes: [`acknowledged while the clock was wrong: ${acknowledged.join(', ')}`],
    })
    // A converted estimate's invoice has the date of its conversion.
    const changed = await environment.rows<{ id: number }>(
      `select id from documents where source_document_id is null and (issue_date <> '2026-01-01' or coalesce(due_date, expiry_date) <> '2030-01-31')
       union all select id from payments where payment_date <> '2026-01-20'`,
    )
    return [changed.length > 0 ? { ...row, findings: [...row.findings, `${changed.length} dates of documents changed`] } : row]
  } finally {
    await environment.close()
    clock.close()
  }
}
