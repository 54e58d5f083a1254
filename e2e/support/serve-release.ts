// Starts the app like `src/app/main.ts`, but serves a different build of the web app: node e2e/support/serve-release.ts <folder>

import { startApp } from '#app/start.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { createLogger } from '#server/platform/telemetry/logger.ts'

const logger = createLogger({ level: 'warn', format: 'text', write: (line) => process.stderr.write(`${line}\n`) })
const app = await startApp(readEnv(process.env), { dist: process.argv[2]!, logger })
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
process.stdout.write(`Billfold is ready: ${app.publicUrl.href}\n`)
