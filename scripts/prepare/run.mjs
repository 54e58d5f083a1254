import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inRoot = (...parts) => join(root, ...parts)

/** A step that failed; the message is for the person at the terminal. */
export class StepError extends Error {}

/** The environment for tools: the project's own programs (its Node first of all) come before the system's. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: inRoot('node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
  ...extra,
})

/** The programs that are running now; a signal to us ends them too. */
const running = new Set()
const onSignal = (signal) => {
  for (const child of running) child.kill(signal)
  process.exit(signal === 'SIGINT' ? 130 : 143)
}
const began = (child) => {
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  running.add(child)
}
const ended = (child) => {
  running.delete(child)
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal)
}

/**
 * Runs a program silently.
 * @throws StepError with what it printed, when it can't be started or ends with anything but 0
 */
export const run = (command, args, { env = process.env, failed }) =>
  new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    began(child)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const fail = (why) => reject(new StepError([lastLines(output), `${failed} (${why})`].filter(Boolean).join('\n')))
    child.on('error', (error) => {
      ended(child)
      fail(error.message)
    })
    child.on('close', (code, signal) => {
      ended(child)
      if (code === 0) resolve(output)
      else fail(signal ? `ended by ${signal}` : `exit code ${code}`)
    })
  })

const lastLines = (text) => text.trimEnd().split('\n').slice(-60).join('\n')
