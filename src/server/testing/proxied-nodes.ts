import { findFreePort } from '#server/platform/http/free-port.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import { type ServerNode, startNodes } from './server-processes.ts'

export type ProxiedNodes = Awaited<ReturnType<typeof startProxiedNodes>>

/**
 * Starts server processes on one database behind a reverse proxy, whose address is their PUBLIC_URL. Call `close` when done.
 * @param count number of processes
 * @param settings of all of them
 * @param startAnother starts another proxy than the tests' own, which listens on `port` of 127.0.0.1
 */
export const startProxiedNodes = async (
  count: number,
  settings: Record<string, string> = {},
  startAnother: (origins: readonly string[], port: number) => Promise<Pick<RunningProxy, 'close'>> = (origins, port) =>
    startProxy(origins, { port }),
) => {
  const ports: number[] = []
  while (ports.length <= count) {
    const port = await findFreePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const [own, ...others] = ports
  const origin = `http://127.0.0.1:${own}`
  const envs = others.map((port) => ({ PORT: String(port), PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1', ...settings }))
  const cluster = await startNodes(envs)
  const { nodes } = cluster
  const proxy = await startAnother(
    nodes.map((node) => node.origin),
    own!,
  )
  return {
    origin,
    /** Replaced one by one as they are restarted. */
    nodes,
    test: cluster.test,
    person: cluster.person,
    /** Restarts a process that has ended, at the same address. */
    restart: async (index: number): Promise<ServerNode> => {
      const [node] = await cluster.start([envs[index]!])
      nodes[index] = node!
      return node!
    },
    close: async () => {
      await proxy.close()
      await cluster.close()
    },
  }
}
