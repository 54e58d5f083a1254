import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inRoot = (...parts) => join(root, ...parts)

/** A step that failed. The message is for the operator. */
export class StepError extends Error {}

/** The environment for tools: the project's own programs, such as its Node, precede the system's. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: inRoot('node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
  ...extra,
})

/** The running child processes; signals to this process are passed on to them. */
const running = new Set()
const onSignal = (signal) => {
  for (const child of running) child.kill(signal)
  process.exit(signal === 'SIGINT' ? 130 : 143)
}
const addChild = (child) => {
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  running.add(child)
}
const removeChild = (child) => {
  running.delete(child)
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal)
}

/**
 * Runs a program without showing its output.
 * @throws StepError with the output, when the program cannot be started or its exit code is not 0
 */
export const run = (command, args, { env = process.env, failed }) =>
  new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    addChild(child)
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const fail = (why) => reject(new StepError([lastLines(output), `${failed} (${why})`].filter(Boolean).join('\n')))
    child.on('error', (error) => {
      removeChild(child)
      fail(error.message)
    })
    child.on('close', (code, signal) => {
      removeChild(child)
      if (code === 0) resolve(output)
      else fail(signal ? `ended by ${signal}` : `exit code ${code}`)
    })
  })

const lastLines = (text) => text.trimEnd().split('\n').slice(-60).join('\n')
