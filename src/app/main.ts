import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedDatabaseError } from '#server/operations/embedded-postgres/embedded.ts'
import { readEnv, SettingError } from '#server/platform/config/env.ts'
import { findSettingWarnings } from '#server/platform/config/warnings.ts'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { createLogger } from '#server/platform/telemetry/logger.ts'
import { handleUncaughtErrors } from '#server/platform/telemetry/uncaught-errors.ts'
import { type RunningApp, startApp } from './start.ts'

const dist = fileURLToPath(import.meta.resolve('#root/dist'))
const duplicateSignalMs = 500
/** After an uncaught error, in seconds. */
const maxStartSeconds = 15
const print = (line: string) => process.stderr.write(`${line}\n`)

const explainAndExit = (error: unknown): never => {
  const { code, message, syscall } = ((error as Error).cause ?? error) as { code?: string; message?: string; syscall?: string }
  if (error instanceof SettingError || error instanceof EmbeddedDatabaseError) print(error.message)
  else if (code === 'EACCES' || code === 'EROFS') print(`Billfold may not write there: ${message}. Set DATA_DIR to a folder of yours.`)
  else if (code === 'ENOENT' && syscall === 'mkdir') print(`The folder can't be created: ${message}. Set DATA_DIR to a folder of yours.`)
  else if (code === 'EEXIST' || code === 'ENOTDIR') print(`DATA_DIR must be a folder, but there is a file in its place: ${message}`)
  else if (isDiskFull({ code })) print(`There is no space left on the disk: ${message}. Free some space there, then start Billfold again.`)
  else if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    print(`The database of DATABASE_URL can't be used: ${message}`)
  else if (code === '42501')
    print(`The role of DATABASE_URL may not set up the database: ${message}. Make it the owner of a database of its own.`)
  else print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
}

const usage = `Starts Billfold. It takes no options: all settings are environment variables, which docs/operations.md lists.
  npm start
  PORT=4000 DATA_DIR=/var/lib/billfold npm start`

const main = async () => {
  const [option] = process.argv.slice(2)
  if (option === '--help' || option === '-h') return void process.stdout.write(`${usage}\n`)
  if (option !== undefined) throw new SettingError(`${option} has no effect. ${usage}`)
  const env = readEnv(process.env)
  if (!existsSync(join(dist, 'index.html'))) throw new SettingError('The web app is not built yet. Run: npm run build')
  const format = env.logFormat ?? (process.stderr.isTTY ? 'text' : 'json')
  const logger = createLogger({ level: env.logLevel, format, write: print })
  for (const warning of findSettingWarnings(process.env, env)) logger.warn(warning)
  let exitCode = 0
  let stoppingSince: number | undefined
  const stop = (app: RunningApp, drainSeconds: number) => {
    if (stoppingSince !== undefined) {
      // A second signal exits at once. At a terminal, npm forwards the signal that this process got itself, at the same moment.
      if (performance.now() - stoppingSince > duplicateSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    // A stop that hangs is cut off: all data is committed, and running jobs are repeated after the next start.
    setTimeout(() => process.exit(exitCode), drainSeconds * 1000 + 4500).unref()
    app.stop({ drainSeconds }).then(
      () => process.exit(exitCode),
      (error: unknown) => explainAndExit(error),
    )
  }
  const { ready } = handleUncaughtErrors({
    logger,
    giveUp: () => {
      exitCode = 1
      setTimeout(() => process.exit(1), (env.drainSeconds + maxStartSeconds) * 1000).unref()
      const stopOnce = (app: RunningApp) => {
        if (stoppingSince === undefined) stop(app, env.drainSeconds)
      }
      starting.then(stopOnce, () => undefined)
    },
  })
  const starting = ensureFolder(env.dataDir).then(() => startApp(env, { dist, logger }))
  const app = await starting
  process.on('SIGTERM', () => stop(app, env.drainSeconds))
  // From the keyboard: without draining, as there is no proxy.
  process.on('SIGINT', () => stop(app, 0))
  if (exitCode !== 0) return
  ready()
  // Printed last: its reader may stop the server at once.
  process.stdout.write(`Billfold is ready: ${app.publicUrl.href}\n`)
}

await main().catch(explainAndExit)
