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

// Kills, cuts, fills up and lies to a whole Billfold while clients write into it, and counts what became of what was acknowledged.
//   npm run torture                       some minutes
//   npm run torture -- --full             500 kills of the server, 50 of the database, ...
//   npm run torture -- --smoke            a few lost answers, late mails and lying providers, within a minute
//   npm run torture -- --only server,mail --server-kills 20
// Ends with 1 when anything was lost, torn or made twice.

const parts: Record<ScenarioName, (options: Options, run: Run) => Promise<Row[]>> = {
  server: runServerKills,
  answers: runLostResponses,
  database: runDatabaseFailures,
  disk: runFullDisks,
  mail: runMailFailures,
  providers: runProviderFailures,
  clock: runClockJumps,
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const main = async (): Promise<Row[]> => {
  const options = readOptions(process.argv.slice(2))
  let isStopped = false
  const stop = () => {
    if (isStopped) process.exit(130)
    isStopped = true
    say('Stopping: what is under way is brought to its end and cleaned up. Press Ctrl-C again to leave at once.')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const run: Run = { until: performance.now() + options.minutes * 60_000, isStopped: () => isStopped, say }
  const rows: Row[] = []
  for (const name of options.only) {
    if (isStopped) break
    const began = performance.now()
    const made = await parts[name](options, run).catch((error: unknown) => [
      createRow(name, { findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }),
    ])
    for (const row of made) {
      say(formatRow(row))
      for (const note of row.notes) say(`  ${note}`)
      for (const finding of row.findings) say(`  FOUND ${finding.slice(0, 500)}`)
    }
    say(`  (${Math.round((performance.now() - began) / 1000)} s)`)
    rows.push(...made)
  }
  say('')
  say(formatTable(rows))
  return rows
}

if (process.argv.includes('--help')) {
  say(usage)
  process.exit(0)
}
await main().then(
  (rows) => process.exit(rows.some(hasFailed) ? 1 : 0),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    say(usage)
    process.exit(2)
  },
)
