import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { EngineFailedError, EngineTimeoutError } from './pdf-errors.ts'
import { createRenderQueue, type QueueLimits, type RenderPriority } from './render-queue.ts'
import type { TypesetReply, TypesetRequest, TypesetResult } from './typesetter.ts'

export type PoolOptions = QueueLimits & {
  processes: number
  /** Processor time, after which a document is abandoned and its process killed; elapsed time on systems that do not report it. */
  timeoutMs: number
  /** Niceness, from 0 (as the server) to 19 (the lowest priority). */
  priority: number
  endAfterIdleMs: number | null
  recycleAfter: number
  /** Resident memory, above which a process is replaced: releases the memory of one huge document. */
  recycleAboveBytes: number
}

export type ProcessPool = {
  /**
   * Rejects with PdfBusyError, with EngineTimeoutError or EngineFailedError for this document, or when a retry may succeed with another
   * Error.
   */
  run(request: TypesetRequest, priority: RenderPriority): Promise<TypesetResult>
  waiting(): number
  warm(): void
  close(): Promise<void>
}

type Job = RenderPriority & { request: TypesetRequest; resolve: (result: TypesetResult) => void; reject: (error: Error) => void }
type Worker = {
  child: ChildProcess
  state: 'starting' | 'idle' | Job
  documents: number
  startedAt: number
  needsRecycling: boolean
  timer?: NodeJS.Timeout
  killReason?: Error
}

const startTimeoutMs = 30_000
/** Times the limit of processor time, on a busy machine. */
const maxElapsedFactor = 6
const crashSignals: readonly string[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP']
const closedMessage = 'The PDF renderer is closed.'

/** Without the server's secrets; Windows needs these three variables. */
const getMinimalEnvironment = () =>
  Object.fromEntries(['SystemRoot', 'TEMP', 'TMP'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

/**
 * More threads do not speed up a document but use the server's core and memory arenas of their own. The malloc settings return memory to
 * the system after a long document; they work with glibc only.
 */
const engineEnvironment = {
  RAYON_NUM_THREADS: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/** From Linux's /proc in units of 10 ms; null on other systems. */
const getProcessorMs = (pid: number | undefined): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The fields follow the process name, which may itself contain parentheses.
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
  const child = fork(fileURLToPath(import.meta.resolve('#server/platform/pdf/typesetter-process.ts')), [], {
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
    env: { ...getMinimalEnvironment(), ...engineEnvironment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    // Set before the process starts threads, which inherit the priority.
    setPriority(child.pid!, priority)
  } catch {
    // Not permitted on every system, and not essential.
  }
  return child
}

const setBusy = ({ child }: Worker, busy: boolean) => {
  if (busy) child.ref()
  else child.unref()
  if (busy) child.channel?.ref()
  else child.channel?.unref()
}

/** A killed or crashed process affects its own document only. */
export const createProcessPool = (options: PoolOptions): ProcessPool => {
  const { processes, timeoutMs, priority, recycleAfter, recycleAboveBytes, endAfterIdleMs } = options
  const queue = createRenderQueue<Job>(options)
  const workers = new Set<Worker>()
  let closed = false

  const kill = (worker: Worker, reason: Error) => {
    worker.killReason = reason
    worker.child.kill('SIGKILL')
  }

  const dismiss = (worker: Worker) => {
    workers.delete(worker)
    worker.child.disconnect()
  }

  const setIdle = (worker: Worker) => {
    clearTimeout(worker.timer)
    worker.state = 'idle'
    setBusy(worker, false)
    if (worker.needsRecycling) dismiss(worker)
    else if (endAfterIdleMs !== null) worker.timer = setTimeout(() => dismiss(worker), endAfterIdleMs).unref()
  }

  /** Processor time counts, because on a busy machine any document may take long. */
  const enforceTimeout = (worker: Worker) => {
    const { pid } = worker.child
    const start = { at: performance.now(), processorMs: getProcessorMs(pid) }
    const check = () => {
      const elapsedMs = performance.now() - start.at
      const usedMs = start.processorMs === null ? elapsedMs : (getProcessorMs(pid) ?? start.processorMs) - start.processorMs
      if (usedMs >= timeoutMs || elapsedMs >= timeoutMs * maxElapsedFactor)
        return kill(worker, new EngineTimeoutError(`The PDF took longer than ${timeoutMs / 1000} s and was given up.`))
      worker.timer = setTimeout(check, Math.max(timeoutMs - usedMs, 10))
    }
    worker.timer = setTimeout(check, timeoutMs)
  }

  const assign = (worker: Worker, job: Job) => {
    clearTimeout(worker.timer)
    worker.state = job
    worker.documents += 1
    worker.startedAt = performance.now()
    setBusy(worker, true)
    enforceTimeout(worker)
    // Errors are ignored: when the process has just ended, its 'exit' event rejects the job.
    worker.child.send(job.request, () => {})
  }

  const chargeOvertime = ({ startedAt }: Worker, { account, estimateMs }: Job) =>
    queue.charge(account, Math.max(0, performance.now() - startedAt - estimateMs))

  const onReply = (worker: Worker, reply: TypesetReply) => {
    const job = worker.state
    worker.needsRecycling = worker.documents >= recycleAfter || (reply.type === 'done' && reply.memoryBytes > recycleAboveBytes)
    setIdle(worker)
    if (typeof job === 'object') {
      chargeOvertime(worker, job)
      if (reply.type === 'done') job.resolve({ bytes: reply.bytes, fallbackReason: reply.fallbackReason, omissions: reply.omissions })
      else if (reply.type === 'failed') job.reject(new EngineFailedError(reply.message))
      else job.reject(new Error('The PDF process restarted in the middle of a document.'))
    }
    assignJobs()
  }

  const onExit = (worker: Worker, cause: string) => {
    clearTimeout(worker.timer)
    if (!workers.delete(worker)) return
    const job = worker.state
    const ErrorType = crashSignals.includes(cause) ? EngineFailedError : Error
    const error = closed ? new Error(closedMessage) : (worker.killReason ?? new ErrorType(`The PDF process ended unexpectedly (${cause}).`))
    if (typeof job === 'object') {
      chargeOvertime(worker, job)
      job.reject(error)
    }
    // A process that cannot start would fail for the next document too, so all are rejected instead of forking endlessly.
    else if (job === 'starting' && workers.size === 0) queue.rejectAll(error)
    assignJobs()
  }

  const start = () => {
    const worker: Worker = { child: forkChild(priority), state: 'starting', documents: 0, startedAt: 0, needsRecycling: false }
    workers.add(worker)
    const timeout = new Error(`The PDF process did not start within ${startTimeoutMs / 1000} s.`)
    worker.timer = setTimeout(() => kill(worker, timeout), startTimeoutMs)
    worker.child.on('message', (reply) => onReply(worker, reply as TypesetReply))
    worker.child.on('error', (error) => onExit(worker, error.message))
    worker.child.on('exit', (code, signal) => onExit(worker, signal ?? `exit code ${code}`))
  }

  const assignJobs = () => {
    if (closed) return
    for (const worker of workers) {
      if (worker.state !== 'idle') continue
      const job = queue.next()
      if (job === undefined) return
      assign(worker, job)
    }
    const starting = [...workers].filter(({ state }) => state === 'starting').length
    for (let missing = queue.size() - starting; missing > 0 && workers.size < processes; missing -= 1) start()
  }

  return {
    run(request, priority) {
      if (closed) return Promise.reject(new Error(closedMessage))
      return new Promise((resolve, reject) => {
        queue.add({ request, resolve, reject, ...priority })
        assignJobs()
      })
    },
    waiting: queue.size,
    warm() {
      if (!closed && workers.size === 0) start()
    },
    async close() {
      closed = true
      queue.rejectAll(new Error(closedMessage))
      const exits = [...workers].map((worker) => {
        setBusy(worker, true)
        return new Promise<void>((resolve) => worker.child.once('exit', () => resolve()))
      })
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(exits)
    },
  }
}
