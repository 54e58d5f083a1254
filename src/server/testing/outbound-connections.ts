import dgram from 'node:dgram'
import dns from 'node:dns'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'

export type OutboundConnections = {
  /**
   * A listening server at 'http://127.0.0.1:port', to put wherever the app might be made to fetch a URL. It counts all connections, also from other
   * processes (the PDF engine) and from native code.
   */
  canary: string
  /** Requests to the canary as 'GET /path'; a connection without a request is 'connected'. */
  visits: string[]
  /**
   * Where this process connected to, in order: 'host:port' with the host as written, the path of a local socket, 'dns:name' for a name that was
   * resolved, or 'udp:host:port' for a datagram.
   */
  opened: string[]
  /** The entries of `opened` that leave this machine, and those to the canary. */
  strayed(): string[]
  /** Stops recording, and closes the canary. */
  close(): Promise<void>
}

const localNames = ['127.0.0.1', '::1', 'localhost']

const getDestination = (args: unknown[]): string => {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[]
  // The database's, which another test of this worker may have left open.
  if (typeof first === 'string' && first.startsWith('/')) return first
  const { host, port, path } = (typeof first === 'object' && first ? first : { port: first, host: second }) as Record<string, unknown>
  return typeof path === 'string' ? path : `${host ?? 'localhost'}:${port ?? first}`
}

/**
 * Records every connection that this process opens from now on, by any library. It patches Node for all tests of this worker, so call `close` in
 * afterAll or finally.
 */
export const recordOutboundConnections = async (): Promise<OutboundConnections> => {
  const opened: string[] = []
  const visits: string[] = []
  const { connect } = net.Socket.prototype
  const { lookup } = dns
  const promisesConnect = dns.promises.lookup
  const { send } = dgram.Socket.prototype
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    opened.push(getDestination(args))
    return Reflect.apply(connect, this, args)
  } as typeof connect
  dns.lookup = Object.assign((...args: unknown[]) => {
    opened.push(`dns:${args[0]}`)
    return Reflect.apply(lookup, dns, args)
  }, lookup) as typeof lookup
  dns.promises.lookup = ((...args: unknown[]) => {
    opened.push(`dns:${args[0]}`)
    return Reflect.apply(promisesConnect, dns.promises, args)
  }) as typeof promisesConnect
  dgram.Socket.prototype.send = function (this: dgram.Socket, ...args: unknown[]) {
    const [port, host] = args.filter((arg) => typeof arg === 'number' || typeof arg === 'string').slice(-2)
    opened.push(`udp:${host}:${port}`)
    return Reflect.apply(send, this, args)
  } as typeof send

  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`)
    response.end()
  })
  let requested = 0
  server.on('request', () => {
    requested += 1
  })
  server.on('connection', (socket) => {
    const before = requested
    socket.once('close', () => requested === before && visits.push('connected'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const isLocal = (to: string) => {
    const name = to.replace(/^(dns|udp):/, '').replace(/:(\d+|undefined|null)$/, '')
    return to.startsWith('/') || localNames.includes(name)
  }
  return {
    canary: `http://127.0.0.1:${port}`,
    visits,
    opened,
    strayed: () => opened.filter((to) => !isLocal(to) || to.endsWith(`:${port}`)),
    close: async () => {
      net.Socket.prototype.connect = connect
      dns.lookup = lookup
      dns.promises.lookup = promisesConnect
      dgram.Socket.prototype.send = send
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
