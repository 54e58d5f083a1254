import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Simulator, SimulatorOptions } from '#simulators/kit/simulator.ts'

type Options<S> = {
  start(options: Required<Pick<SimulatorOptions, 'publicUrl' | 'log'>>): Promise<S>
  /** Answers the requests to the product other than those for the simulator's pages. */
  onRequest?: ((req: IncomingMessage, res: ServerResponse) => void) | undefined
}

/** A simulator with a minimal product around it, which serves the simulator's pages and passes every other request to `onRequest`. */
export const startHarness = async <S extends Simulator>({ start, onRequest }: Options<S>) => {
  const logged: string[] = []
  const product = createServer((req, res) => {
    if (req.url?.startsWith(simulator.pagesPath)) void simulator.handlePage(req, res)
    else if (onRequest) onRequest(req, res)
    else res.end('product')
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  const startAgain = () => start({ publicUrl: url, log: (line) => logged.push(line) })
  let simulator = await startAgain()
  return {
    /** The product's origin. */
    url,
    logged,
    simulator: () => simulator,
    /** Calls the control API, e.g. `control('POST /_sim/faults', { ... })`. Throws what it refuses. */
    control: async (action: string, body: object = {}) => {
      const [method = '', path = ''] = action.split(' ')
      const response = await fetch(simulator.origin + path, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as Record<string, unknown>
    },
    restart: async () => {
      await simulator.close()
      simulator = await startAgain()
    },
    close: async () => {
      await simulator.close()
      product.closeAllConnections()
      await new Promise((resolve) => product.close(resolve))
    },
  }
}
