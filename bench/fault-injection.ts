import { type Options, readOptions, type ScenarioName, usage } from './fault-injection/options.ts'
import { createRow, formatRow, formatTable, hasFailed, type Row } from './fault-injection/report.ts'
import type { Run } from './fault-injection/run.ts'
import { runClockJumps } from './fault-injection/scenarios/clock.ts'
import { runDatabaseFailures } from './fault-injection/scenarios/database.ts'
import { runFullDisks } from './fault-injection/scenarios/disk.ts'
import { runLostResponses } from './fault-injection/scenarios/lost-responses.ts'
import { runMailFailures } from './fault-injection/scenarios/mail.ts'
import { runProviderFailures } from './fault-injection/scenarios/providers.ts'
import { runServerKills } from './fault-injection/scenarios/server.ts'

// Injects faults into the whole product while clients write to it: kills servers and databases, drops responses, fills disks, breaks the mail server
// and the payment providers, and changes the clock. Then compares the data with everything that the server acknowledged.
//   npm run fault-injection               some minutes
//   npm run fault-injection -- --full     500 kills of the server, 50 of the database, ...
//   npm run fault-injection -- --smoke    a few faults of the fast scenarios, within a minute
//   npm run fault-injection -- --only server,mail --server-kills 20
// The exit code is 1 if anything was lost, inconsistent or duplicated. The table's columns are described in fault-injection/report.ts.

const scenarios: Record<ScenarioName, (options: Options, run: Run) => Promise<Row[]>> = {
  server: runServerKills,
  responses: runLostResponses,
  database: runDatabaseFailures,
  disk: runFullDisks,
  mail: runMailFailures,
  providers: runProviderFailures,
  clock: runClockJumps,
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const main = async (): Promise<Row[]> => {
  const options = readOptions(process.argv.slice(2))
  let isStopped = false
  const stop = () => {
    if (isStopped) process.exit(130)
    isStopped = true
    print('Stopping after the current step, then cleaning up. Press Ctrl-C again to exit at once.')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const run: Run = { until: performance.now() + options.minutes * 60_000, isStopped: () => isStopped }
  const rows: Row[] = []
  for (const name of options.only) {
    if (isStopped) break
    const startedAt = performance.now()
    const results = await scenarios[name](options, run).catch((error: unknown) => [
      createRow(name, { findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }),
    ])
    for (const row of results) {
      print(formatRow(row))
      for (const note of row.notes) print(`  ${note}`)
      for (const finding of row.findings) print(`  FINDING ${finding.slice(0, 500)}`)
    }
    print(`  (${Math.round((performance.now() - startedAt) / 1000)} s)`)
    rows.push(...results)
  }
  print('')
  print(formatTable(rows))
  return rows
}

if (process.argv.includes('--help')) {
  print(usage)
  process.exit(0)
}
await main().then(
  (rows) => process.exit(rows.some(hasFailed) ? 1 : 0),
  (error: unknown) => {
    print(error instanceof Error ? error.message : String(error))
    print(usage)
    process.exit(2)
  },
)
