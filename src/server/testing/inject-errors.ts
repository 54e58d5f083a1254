import { subscribe } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Loaded into a server process by `--import`, before the product. A request whose header `x-test-error` names one of these runs into an error that
 * nothing catches, like a fault in a listener of the product or of a package.
 */

const boom = () => {
  throw new Error('provoked by a test')
}
const ways: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  /** As soon as the product reads the body. */
  body: (request) =>
    void request.on('newListener', function add(name) {
      if (name !== 'data') return
      request.off('newListener', add)
      process.nextTick(() => request.on('data', boom))
    }),
  end: (request) => void request.on('end', boom),
  /** When the reply is written: data piped into the reply passes here. */
  write: (_request, response) => Object.assign(response, { write: boom, end: boom }),
  finish: (_request, response) => void response.on('finish', boom),
  tick: () => process.nextTick(boom),
  timer: () => void setTimeout(boom, 20),
  rejection: () => void Promise.reject(new Error('provoked by a test')),
  /** Blocks the event loop forever. */
  storm: () => {
    const again = () => {
      process.nextTick(again)
      boom()
    }
    process.nextTick(again)
  },
  /** An 'error' event without a listener. */
  stream: () => void setTimeout(() => new EventEmitter().emit('error', new Error('provoked by a test')), 20),
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const name = request.headers['x-test-error']
  if (typeof name === 'string') ways[name]!(request, response)
})

// Where the simulators listen is known only inside the server process.
subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  const { server } = message as { server: Server }
  const address = server.address() as AddressInfo | string | null
  if (address && typeof address === 'object') process.stderr.write(`listens on ${address.port}\n`)
})

if (process.env.TEST_ERROR_AT_START) setTimeout(boom, 0)
