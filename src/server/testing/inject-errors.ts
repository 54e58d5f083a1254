import { subscribe } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Loaded into a server process by `--import`, ahead of the product: a request whose header `x-test-error` names one of these meets an error that
 * nothing catches, as a fault in a listener of the product or of a package would be.
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
  /** When the answer is written: what is piped into it goes through here. */
  write: (_request, response) => Object.assign(response, { write: boom, end: boom }),
  finish: (_request, response) => void response.on('finish', boom),
  tick: () => process.nextTick(boom),
  timer: () => void setTimeout(boom, 20),
  rejection: () => void Promise.reject(new Error('provoked by a test')),
  /** Without end, so that nothing else gets its turn. */
  storm: () => {
    const again = () => {
      process.nextTick(again)
      boom()
    }
    process.nextTick(again)
  },
  /** An 'error' event that has no listener. */
  stream: () => void setTimeout(() => new EventEmitter().emit('error', new Error('provoked by a test')), 20),
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const name = request.headers['x-test-error']
  if (typeof name === 'string') ways[name]!(request, response)
})

// Where the simulators listen is known to nothing but the product.
subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  const { server } = message as { server: Server }
  const address = server.address() as AddressInfo | string | null
  if (address && typeof address === 'object') process.stderr.write(`listens on ${address.port}\n`)
})

if (process.env.TEST_ERROR_AT_START) setTimeout(boom, 0)
