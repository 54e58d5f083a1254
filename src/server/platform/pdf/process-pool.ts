import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Reply, Request } from './messages.ts'
import type { Typeset } from './typesetter.ts'

/** So many documents wait already that another would only wait in vain. Answer 503 with Retry-After. */
export class PdfBusyError extends Error {
  override name = 'PdfBusyError'
  constructor() {
    super('Many PDFs are being made at this moment. Please try again in a few seconds.')
  }
}

export type PoolOptions = {
  /** Processes at most. They start when the first documents ask for them. */
  processes: number
  /** A document that takes longer is given up, and its process killed. */
  timeoutMs: number
  /** Documents that may wait for a free process. */
  maxQueue: number
  /** Documents after which a process is replaced by a fresh one. */
  recycleAfter: number
  /** Resident memory after a document beyond which its process is replaced: one huge invoice must not hold it for ever. */
  recycleAboveBytes: number
}

export type ProcessPool = {
  /** Rejects with PdfBusyError, or with the reason for which this one document failed; later ones are not affected. */
  run(request: Request): Promise<Typeset>
  /** Starts a process ahead of the first document. */
  warm(): void
  /** Ends all processes; what is waiting or running is rejected. */
  close(): Promise<void>
}

type Job = { request: Request; resolve: (typeset: Typeset) => void; reject: (error: Error) => void }
type Worker = {
  child: ChildProcess
  state: 'starting' | 'idle' | Job
  documents: number
  spent: boolean
  timer?: NodeJS.Timeout
  killedBecause?: string
}

const startLimitMs = 30_000
const closedMessage = 'The PDF renderer is closed.'

/** Nothing of the server's environment (keys, passwords) is any business of the engine's; Windows needs these three. */
const bareEnvironment = () =>
  Object.fromEntries(['SystemRoot', 'TEMP', 'TMP'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

const forkChild = () =>
  fork(join(import.meta.dirname, 'child.ts'), [], {
    serialization: 'advanced',
    execArgv: [],
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

/** An idle process must not keep the server from ending; a busy one must. */
const holdsServer = ({ child }: Worker, busy: boolean) => {
  if (busy) child.ref()
  else child.unref()
  if (busy) child.channel?.ref()
  else child.channel?.unref()
}

/** Processes that typeset one document at a time each. A killed or crashed one costs its own document only. */
export const createProcessPool = ({ processes, timeoutMs, maxQueue, recycleAfter, recycleAboveBytes }: PoolOptions): ProcessPool => {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  let closed = false

  const killAfter = (worker: Worker, ms: number, why: string) => {
    worker.timer = setTimeout(() => {
      worker.killedBecause = why
      worker.child.kill('SIGKILL')
    }, ms)
  }

  const rest = (worker: Worker) => {
    clearTimeout(worker.timer)
    worker.state = 'idle'
    holdsServer(worker, false)
    if (worker.spent) {
      workers.delete(worker)
      worker.child.disconnect()
    }
  }

  const give = (worker: Worker, job: Job) => {
    worker.state = job
    worker.documents += 1
    holdsServer(worker, true)
    killAfter(worker, timeoutMs, `The PDF took longer than ${timeoutMs / 1000} s and was given up. Fewer lines or shorter texts will help.`)
    // A process that has just died can't be told; its 'exit' rejects the job.
    worker.child.send(job.request, () => {})
  }

  const hear = (worker: Worker, reply: Reply) => {
    const job = worker.state
    worker.spent = worker.documents >= recycleAfter || (reply.say === 'done' && reply.memoryBytes > recycleAboveBytes)
    rest(worker)
    if (typeof job === 'object') {
      if (reply.say === 'done') job.resolve({ pdf: reply.pdf, plainBecause: reply.plainBecause, leftOut: reply.leftOut })
      else job.reject(new Error(reply.say === 'failed' ? reply.message : 'The PDF process started anew in the middle of a document.'))
    }
    pump()
  }

  const bury = (worker: Worker, ending: string) => {
    clearTimeout(worker.timer)
    if (!workers.delete(worker)) return
    const error = new Error(closed ? closedMessage : (worker.killedBecause ?? `The PDF process ended unexpectedly (${ending}).`))
    if (typeof worker.state === 'object') worker.state.reject(error)
    // One that can't even start won't start for the next in line either: better to fail than to fork for ever.
    else if (worker.state === 'starting' && workers.size === 0) for (const job of waiting.splice(0)) job.reject(error)
    pump()
  }

  const start = () => {
    const worker: Worker = { child: forkChild(), state: 'starting', documents: 0, spent: false }
    workers.add(worker)
    killAfter(worker, startLimitMs, `The PDF process did not start within ${startLimitMs / 1000} s.`)
    worker.child.on('message', (reply) => hear(worker, reply as Reply))
    worker.child.on('error', (error) => bury(worker, error.message))
    worker.child.on('exit', (code, signal) => bury(worker, signal ?? `exit code ${code}`))
  }

  const pump = () => {
    if (closed) return
    for (const worker of workers) {
      if (worker.state !== 'idle') continue
      const job = waiting.shift()
      if (job === undefined) return
      give(worker, job)
    }
    const starting = [...workers].filter(({ state }) => state === 'starting').length
    for (let missing = waiting.length - starting; missing > 0 && workers.size < processes; missing -= 1) start()
  }

  return {
    run(request) {
      if (closed) return Promise.reject(new Error(closedMessage))
      if (waiting.length >= maxQueue) return Promise.reject(new PdfBusyError())
      return new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject })
        pump()
      })
    },
    warm() {
      if (!closed && workers.size === 0) start()
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.reject(new Error(closedMessage))
      const endings = [...workers].map((worker) => {
        holdsServer(worker, true)
        return new Promise<void>((resolve) => worker.child.once('exit', () => resolve()))
      })
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(endings)
    },
  }
}
