import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { EngineFailedError, EngineTimeoutError } from './pdf-errors.ts'
import { createRenderQueue, type QueueLimits, type RenderPriority } from './render-queue.ts'

import type { TypesetReply, TypesetRequest, TypesetResult } from './typesetter-messages.ts'

export type PoolOptions = QueueLimits & {
  /** Processes at most. They start when the first documents ask for them. */
  processes: number
  /** A document that takes more processor time is given up, and its process killed. Where the system doesn't tell that time, the clock counts. */
  timeoutMs: number
  /** The processes' priority, from 0 (the server's own) to 19 (the lowest). */
  priority: number
  /** A process that has had nothing to do for so long ends; null keeps it. */
  endAfterIdleMs: number | null
  /** Documents after which a process is replaced by a fresh one. */
  recycleAfter: number
  /** Resident memory after a document beyond which its process is replaced: one huge invoice must not hold it for ever. */
  recycleAboveBytes: number
}

export type ProcessPool = {
  /**
   * Rejects with PdfBusyError when there is no room, with EngineTimeoutError or EngineFailedError when this document can't be drawn, and with any other Error
   * when it may be another time. Later documents are not affected.
   */
  run(request: TypesetRequest, turn: RenderPriority): Promise<TypesetResult>
  /** Documents that wait for a free process. */
  waiting(): number
  /** Starts a process ahead of the first document. */
  warm(): void
  /** Ends all processes; what is waiting or running is rejected. */
  close(): Promise<void>
}

type Job = RenderPriority & { request: TypesetRequest; resolve: (typeset: TypesetResult) => void; reject: (error: Error) => void }
type Worker = {
  child: ChildProcess
  state: 'starting' | 'idle' | Job
  documents: number
  /** When its document was given to it, by the process's clock. */
  givenAt: number
  spent: boolean
  timer?: NodeJS.Timeout
  killedBecause?: Error
}

const startLimitMs = 30_000
/** On a machine with other things to do, a document may take so many times its limit by the clock. */
const mostTimesSlower = 6
/** How a process ends that crashed by itself: a panic or an overflow of the engine's. */
const crashSignals: readonly string[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP']
const closedMessage = 'The PDF renderer is closed.'

/** Nothing of the server's environment (keys, passwords) is any business of the engine's; Windows needs these three. */
const bareEnvironment = () =>
  Object.fromEntries(['SystemRoot', 'TEMP', 'TMP'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

/**
 * One thread draws: a second one gains a document nothing, takes the server's core, and each has an arena of memory of its own. What a long document
 * needed goes back to the system after it. These are glibc's names; elsewhere they mean nothing.
 */
const frugal = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '262144' }

/** Processor time that a process has used so far, or null where the system has no such file. Linux counts it in hundredths of a second. */
const processorMs = (pid: number | undefined): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold anything, a parenthesis too.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11)
    return (Number(user) + Number(system)) * 10
  } catch {
    return null
  }
}

const forkChild = (priority: number) => {
  const child = fork(join(import.meta.dirname, 'typesetter-process.ts'), [], {
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
    env: { ...bareEnvironment(), ...frugal },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    // At once: threads that it starts later have the priority of the one that starts them.
    setPriority(child.pid!, priority)
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
export const createProcessPool = (options: PoolOptions): ProcessPool => {
  const { processes, timeoutMs, priority, recycleAfter, recycleAboveBytes, endAfterIdleMs } = options
  const queue = createRenderQueue<Job>(options)
  const workers = new Set<Worker>()
  let closed = false

  const kill = (worker: Worker, why: Error) => {
    worker.killedBecause = why
    worker.child.kill('SIGKILL')
  }

  /** It ends as soon as it has said what it has to say. */
  const dismiss = (worker: Worker) => {
    workers.delete(worker)
    worker.child.disconnect()
  }

  const rest = (worker: Worker) => {
    clearTimeout(worker.timer)
    worker.state = 'idle'
    holdsServer(worker, false)
    if (worker.spent) dismiss(worker)
    else if (endAfterIdleMs !== null) worker.timer = setTimeout(() => dismiss(worker), endAfterIdleMs).unref()
  }

  /** Kills it once the document has had its processor time: on a busy machine, a document that is allowed takes long by the clock. */
  const watch = (worker: Worker) => {
    const { pid } = worker.child
    const begun = { at: performance.now(), processorMs: processorMs(pid) }
    const look = () => {
      const elapsedMs = performance.now() - begun.at
      const spentMs = begun.processorMs === null ? elapsedMs : (processorMs(pid) ?? begun.processorMs) - begun.processorMs
      if (spentMs >= timeoutMs || elapsedMs >= timeoutMs * mostTimesSlower)
        return kill(worker, new EngineTimeoutError(`The PDF took longer than ${timeoutMs / 1000} s and was given up.`))
      worker.timer = setTimeout(look, Math.max(timeoutMs - spentMs, 10))
    }
    worker.timer = setTimeout(look, timeoutMs)
  }

  const give = (worker: Worker, job: Job) => {
    clearTimeout(worker.timer)
    worker.state = job
    worker.documents += 1
    worker.givenAt = performance.now()
    holdsServer(worker, true)
    watch(worker)
    // A process that has just died can't be told; its 'exit' rejects the job.
    worker.child.send(job.request, () => {})
  }

  /** What it took beyond its estimate counts for its account, too. */
  const chargeMore = ({ givenAt }: Worker, { account, estimateMs }: Job) =>
    queue.charge(account, Math.max(0, performance.now() - givenAt - estimateMs))

  const hear = (worker: Worker, reply: TypesetReply) => {
    const job = worker.state
    worker.spent = worker.documents >= recycleAfter || (reply.say === 'done' && reply.memoryBytes > recycleAboveBytes)
    rest(worker)
    if (typeof job === 'object') {
      chargeMore(worker, job)
      if (reply.say === 'done') job.resolve({ bytes: reply.bytes, fallbackReason: reply.fallbackReason, omissions: reply.omissions })
      else if (reply.say === 'failed') job.reject(new EngineFailedError(reply.message))
      else job.reject(new Error('The PDF process started anew in the middle of a document.'))
    }
    pump()
  }

  const bury = (worker: Worker, ending: string) => {
    clearTimeout(worker.timer)
    if (!workers.delete(worker)) return
    const job = worker.state
    const Ending = crashSignals.includes(ending) ? EngineFailedError : Error
    const error = closed
      ? new Error(closedMessage)
      : (worker.killedBecause ?? new Ending(`The PDF process ended unexpectedly (${ending}).`))
    if (typeof job === 'object') {
      chargeMore(worker, job)
      job.reject(error)
    }
    // One that can't even start won't start for the next in line either: better to fail than to fork for ever.
    else if (job === 'starting' && workers.size === 0) queue.rejectAll(error)
    pump()
  }

  const start = () => {
    const worker: Worker = { child: forkChild(priority), state: 'starting', documents: 0, givenAt: 0, spent: false }
    workers.add(worker)
    const late = new Error(`The PDF process did not start within ${startLimitMs / 1000} s.`)
    worker.timer = setTimeout(() => kill(worker, late), startLimitMs)
    worker.child.on('message', (reply) => hear(worker, reply as TypesetReply))
    worker.child.on('error', (error) => bury(worker, error.message))
    worker.child.on('exit', (code, signal) => bury(worker, signal ?? `exit code ${code}`))
  }

  const pump = () => {
    if (closed) return
    for (const worker of workers) {
      if (worker.state !== 'idle') continue
      const job = queue.next()
      if (job === undefined) return
      give(worker, job)
    }
    const starting = [...workers].filter(({ state }) => state === 'starting').length
    for (let missing = queue.size() - starting; missing > 0 && workers.size < processes; missing -= 1) start()
  }

  return {
    run(request, turn) {
      if (closed) return Promise.reject(new Error(closedMessage))
      return new Promise((resolve, reject) => {
        queue.add({ request, resolve, reject, ...turn })
        pump()
      })
    },
    waiting: queue.size,
    warm() {
      if (!closed && workers.size === 0) start()
    },
    async close() {
      closed = true
      queue.rejectAll(new Error(closedMessage))
      const endings = [...workers].map((worker) => {
        holdsServer(worker, true)
        return new Promise<void>((resolve) => worker.child.once('exit', () => resolve()))
      })
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(endings)
    },
  }
}
