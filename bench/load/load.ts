import { type ChildProcess, fork } from 'node:child_process'
import { percentile } from '../support/stats.ts'

/** Written in place of nine digits that are new in each request. Digits, so that code that splits text into words treats it alike. */
export const numberPlaceholder = '987654321'

/** Written in place of the id of the client's user. */
export const userPlaceholder = -1

/** Written in place of the id that an earlier statement of the transaction returned. */
export const idPlaceholder = -2

/** A client, which calls `once` repeatedly. */
export type Client = { once: () => Promise<unknown>; close: () => Promise<unknown> }
export type LoadFigures = { count: number; perSecond: number; p50: number; p99: number }
type Job<Load> = { load: Load; clients: number; ms: number }

let last = Date.now() % 100_000_000
/** Nine digits that are unique within the run. */
export const uniqueNumber = (): string => String(++last + (process.pid % 10) * 100_000_000).padStart(9, '0')

/** The load process: for each job, it runs `clients` clients for `ms` milliseconds and reports requests per second and latencies in milliseconds. */
export const serve = async <Load>(createClient: (load: Load, client: number) => Promise<Client>): Promise<void> => {
  process.on('message', async ({ load, clients, ms }: Job<Load>) => {
    const all = await Promise.all(Array.from({ length: clients }, (_, i) => createClient(load, i)))
    const times: number[] = []
    const startedAt = performance.now()
    await Promise.all(
      all.map(async ({ once }) => {
        for (let at = performance.now(); at < startedAt + ms; ) {
          await once()
          const now = performance.now()
          times.push(now - at)
          at = now
        }
      }),
    )
    const seconds = (performance.now() - startedAt) / 1000
    await Promise.all(all.map(({ close }) => close()))
    process.send!({
      count: times.length,
      perSecond: times.length / seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
    } satisfies LoadFigures)
  })
}

/** Starts a load process. `run` gives it one job and resolves to its figures. */
export const startLoad = (file: string) => {
  const child: ChildProcess = fork(new URL(file, import.meta.url))
  const run = <Load>(load: Load, clients: number, ms: number) =>
    new Promise<LoadFigures>((resolve, reject) => {
      const onExit = () => reject(new Error(`${file} ended`))
      child.once('exit', onExit)
      child.once('message', (figures: LoadFigures) => {
        child.off('exit', onExit)
        resolve(figures)
      })
      child.send({ load, clients, ms } satisfies Job<Load>)
    })
  return { run, stop: () => void child.kill() }
}
