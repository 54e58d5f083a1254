import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
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

/** The same viewer asked for another picture before this one's turn came. */
export class OutdatedPreviewError extends PdfBusyError {
  override name = 'OutdatedPreviewError'
}

export type PoolOptions = {
  /** Processes at most. They start when the first documents ask for them. */
  processes: number
  /** A document that takes longer is given up, and its process killed; one of `patience` may take so many times as long. */
  timeoutMs: number
  /** Documents that may wait for a free process, and as many urgent ones. */
  maxQueue: number
  /** Documents after which a process is replaced by a fresh one. */
  recycleAfter: number
  /** Resident memory after a document beyond which its process is replaced: one huge invoice must not hold it for ever. */
  recycleAboveBytes: number
}

/** An urgent document goes before those that are not, of which one has its turn after every few. Of several with the same viewer, only the newest waits. */
export type Turn = { urgent?: boolean; viewer?: string | undefined; patience?: number }

export type ProcessPool = {
  /** Rejects with PdfBusyError, or with the reason for which this one document failed; later ones are not affected. */
  run(request: Request, turn?: Turn): Promise<Typeset>
  /** Documents that wait for a free process. */
  waiting(): number
  /** Starts a process ahead of the first document. */
  warm(): void
  /** Ends all processes; what is waiting or running is rejected. */
  close(): Promise<void>
}

type Job = Turn & { request: Request; resolve: (typeset: Typeset) => void; reject: (error: Error) => void }
type Worker = {
  child: ChildProcess
  state: 'starting' | 'idle' | Job
  documents: number
  spent: boolean
  timer?: NodeJS.Timeout
  killedBecause?: string
}

const startLimitMs = 30_000
/** Urgent ones in a row while another waits: who asks for pictures without end must not keep everybody's PDFs from being made. */
const urgentInARow = 4
const closedMessage = 'The PDF renderer is closed.'

/** Nothing of the server's environment (keys, passwords) is any business of the engine's; Windows needs these three. */
const bareEnvironment = () =>
  Object.fromEntries(['SystemRoot', 'TEMP', 'TMP'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

/**
 * One thread draws: a second one gains a document nothing, takes the server's core, and each has an arena of memory of its own. What a long document
 * needed goes back to the system after it. These are glibc's names; elsewhere they mean nothing.
 */
const frugal = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '262144' }

/** On a machine with few cores a PDF must not hold up those who look at a page; it gets what they leave, which is most of it. */
const yieldingPriority = 10

const forkChild = () => {
  const child = fork(join(import.meta.dirname, 'child.ts'), [], {
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
    env: { ...bareEnvironment(), ...frugal },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    // At once: threads that it starts later have the priority of the one that starts them.
    setPriority(child.pid!, yieldingPriority)
  } catch {
    // Not allowed everywhere, and not needed.
  }
  return child
}

/** An idle process must not keep the server from ending; a busy one must. */
const holdsServer = ({ child }: Worker, busy: boolean) => {
  if (busy) child.ref()
  else child.unref()
  if (busy) child.channel?.ref()
  else child.channel?.unref()
}

/** Processes that typeset one document at a time each. A killed or crashed one costs its own document only. */
export const createProcessPool = ({ processes, timeoutMs, maxQueue, recycleAfter, recycleAboveBytes }: PoolOptions): ProcessPool => {
  const urgent: Job[] = []
  const patient: Job[] = []
  let passed = 0
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
    const limitMs = timeoutMs * (job.patience ?? 1)
    killAfter(worker, limitMs, `The PDF took longer than ${limitMs / 1000} s and was given up. Fewer lines or shorter texts will help.`)
    // A process that has just died can't be told; its 'exit' rejects the job.
    worker.child.send(job.request, () => {})
  }

  const hear = (worker: Worker, reply: Reply) => {
    const job = worker.state
    worker.spent = worker.documents >= recycleAfter || (reply.say === 'done' && reply.memoryBytes > recycleAboveBytes)
    rest(worker)
    if (typeof job === 'object') {
      if (reply.say === 'done') job.resolve({ bytes: reply.bytes, plainBecause: reply.plainBecause, leftOut: reply.leftOut })
      else job.reject(new Error(reply.say === 'failed' ? reply.message : 'The PDF process started anew in the middle of a document.'))
    }
    pump()
  }

  const rejectWaiting = (error: Error) => {
    for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.reject(error)
  }

  const bury = (worker: Worker, ending: string) => {
    clearTimeout(worker.timer)
    if (!workers.delete(worker)) return
    const error = new Error(closed ? closedMessage : (worker.killedBecause ?? `The PDF process ended unexpectedly (${ending}).`))
    if (typeof worker.state === 'object') worker.state.reject(error)
    // One that can't even start won't start for the next in line either: better to fail than to fork for ever.
    else if (worker.state === 'starting' && workers.size === 0) rejectWaiting(error)
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

  const nextJob = (): Job | undefined => {
    const isPatientsTurn = urgent.length === 0 || (patient.length > 0 && passed >= urgentInARow)
    passed = isPatientsTurn || patient.length === 0 ? 0 : passed + 1
    return isPatientsTurn ? patient.shift() : urgent.shift()
  }

  const pump = () => {
    if (closed) return
    for (const worker of workers) {
      if (worker.state !== 'idle') continue
      const job = nextJob()
      if (job === undefined) return
      give(worker, job)
    }
    const starting = [...workers].filter(({ state }) => state === 'starting').length
    for (let missing = urgent.length + patient.length - starting; missing > 0 && workers.size < processes; missing -= 1) start()
  }

  return {
    run(request, turn = {}) {
      if (closed) return Promise.reject(new Error(closedMessage))
      const waiting = turn.urgent ? urgent : patient
      const outdated = turn.viewer === undefined ? -1 : waiting.findIndex(({ viewer }) => viewer === turn.viewer)
      if (outdated >= 0) for (const job of waiting.splice(outdated, 1)) job.reject(new OutdatedPreviewError())
      if (waiting.length >= maxQueue) return Promise.reject(new PdfBusyError())
      return new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject, ...turn })
        pump()
      })
    },
    waiting: () => urgent.length + patient.length,
    warm() {
      if (!closed && workers.size === 0) start()
    },
    async close() {
      closed = true
      rejectWaiting(new Error(closedMessage))
      const endings = [...workers].map((worker) => {
        holdsServer(worker, true)
        return new Promise<void>((resolve) => worker.child.once('exit', () => resolve()))
      })
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(endings)
    },
  }
}
