import { connect, type Socket } from 'node:net'
import { numberPlaceholder, serve, uniqueNumber } from './load.ts'

// A load process that sends HTTP requests, with one keep-alive connection per client. It implements only the HTTP that it needs: a complete client
// would use more CPU than the measured server.

export type HttpLoad = {
  port: number
  method: 'GET' | 'POST'
  path: string
  cookies: string[]
  /** Each request is another user's. Without it, each client has one user. */
  rotatesUsers?: boolean
  body?: string
  keyed?: boolean
  status: number
}

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket)).once('error', reject)
  })

/** A function that sends a request on the socket and resolves to the status code once the response is complete. */
const createSender = (socket: Socket) => {
  let head = ''
  let missing = -1
  let done: (status: number) => void = () => undefined
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      const text = head + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) {
        head = text
        return
      }
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1]
      if (!length) throw new Error(`a response without content-length: ${text.slice(0, end)}`)
      missing = Number(length) - (text.length - end - 4)
      head = text.slice(0, 12)
    } else missing -= chunk.length
    if (missing > 0) return
    const status = Number(head.slice(9, 12))
    head = ''
    missing = -1
    done(status)
  })
  return (text: string) =>
    new Promise<number>((resolve) => {
      done = resolve
      socket.write(text)
    })
}

await serve<HttpLoad>(async ({ port, method, path, cookies, rotatesUsers = false, body, keyed, status }, client) => {
  const socket = await open(port)
  const send = createSender(socket)
  const key = keyed ? `idempotency-key: bench-${numberPlaceholder}\r\n` : ''
  const content = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
  let turn = client
  const request = () => {
    if (rotatesUsers) turn += 7
    const cookie = cookies[turn % cookies.length]
    return `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n${key}${content}\r\n${body ?? ''}`
  }
  return {
    once: async () => {
      const received = await send(body ? request().replaceAll(numberPlaceholder, uniqueNumber()) : request())
      if (received !== status) throw new Error(`${method} ${path}: ${received}`)
    },
    close: async () => void socket.destroy(),
  }
})
