// For development: builds the web app on every change and restarts the server when its sources or the build change.
// It serves exactly what `npm start` serves, so headers, compression and sign-in are the same as in production.

import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { build } from 'vite'
import { inRoot, root } from './prepare/run.mjs'

if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
  console.log(
    'Builds and serves Billfold on http://localhost:3000, and again after every change. Settings are those of npm start.\n  npm run dev',
  )
  process.exit()
}

let server
let stopping = false
let restarting = false

const startServer = () => {
  server = spawn(process.execPath, ['src/app/main.ts'], { cwd: root, stdio: 'inherit' })
  server.on('exit', (code) => {
    server = undefined
    if (stopping) process.exit()
    if (restarting) {
      restarting = false
      startServer()
    } else console.log(`The server ended (code ${code}); it restarts when a file changes.`)
  })
}

/** Debounces restarts: editors and builds write many files at once. */
let timer
const restart = () => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (!server) return startServer()
    if (restarting) return
    restarting = true
    server.kill('SIGTERM')
  }, 150)
}

const web = await build({ root, logLevel: 'warn', build: { watch: {} } })
web.on('event', (event) => {
  if (event.code === 'END') {
    console.log('Web app built.')
    restart()
  }
  if (event.code === 'ERROR') console.error(event.error.message)
})
for (const folder of ['src/app', 'src/features', 'src/server', 'src/shared', 'src/model', 'src/kit', 'src/modules'])
  watch(inRoot(folder), { recursive: true }, (_event, file) => {
    if (file?.endsWith('.ts') && !file.endsWith('.test.ts')) restart()
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    if (server) server.kill('SIGTERM')
    else process.exit()
  })
