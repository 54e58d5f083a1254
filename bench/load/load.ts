import { type ChildProcess, fork } from 'node:child_process'

/** What a client does again and again. */
export type Client = { once: () => Promise<unknown>; close: () => Promise<unknown> }
export type LoadFigures = { count: number; perSecond: number; p50: number; p99: number }
type Order<Ask> = { ask: Ask; clients: number; ms: number }

let last = Date.now() % 100_000_000
/** Nine digits that no other call of this run has got. */
export const uniqueNumber = (): string => String(++last + (process.pid % 10) * 100_000_000).padStart(9, '0')

/** The load process: makes `clients` clients for each order, keeps them busy for `ms`, and answers with figures in requests a second and milliseconds. */
export const serve = async <Ask>(makeClient: (ask: Ask, client: number) => Promise<Client>): Promise<void> => {
  process.on('message', async ({ ask, clients, ms }: Order<Ask>) => {
    const all = await Promise.all(Array.from({ length: clients }, (_, i) => makeClient(ask, i)))
    const times: number[] = []
    const began = performance.now()
    await Promise.all(
      all.map(async ({ once }) => {
        for (let at = performance.now(); at < began + ms; ) {
          await once()
          const now = performance.now()
          times.push(now - at)
          at = now
        }
      }),
    )
    const seconds = (performance.now() - began) / 1000
    await Promise.all(all.map(({ close }) => close()))
    times.sort((a, b) => a - b)
    const part = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
    process.send!({ count: times.length, perSecond: times.length / seconds, p50: part(0.5), p99: part(0.99) } satisfies LoadFigures)
  })
}

/** Starts a load process; `run` gives it one order and waits for its figures. */
export const startLoad = (file: string) => {
  const child: ChildProcess = fork(new URL(file, import.meta.url))
  const run = <Ask>(ask: Ask, clients: number, ms: number) =>
    new Promise<LoadFigures>((resolve, reject) => {
      const onExit = () => reject(new Error(`${file} ended`))
      child.once('exit', onExit)
      child.once('message', (figures: LoadFigures) => {
        child.off('exit', onExit)
        resolve(figures)
      })
      child.send({ ask, clients, ms } satisfies Order<Ask>)
    })
  return { run, stop: () => void child.kill() }
}
