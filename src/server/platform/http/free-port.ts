import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Below the range of outgoing connections: one of those could take the port before the server listens on it. */
export const findFreePort = async (): Promise<number> => {
  for (let attempts = 0; attempts < 100; attempts++) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found. Set PORT to one.')
}
