import { connect, type Socket } from 'node:net'
import { serve, uniqueNumber } from './load.ts'
import { numberPlaceholder } from './placeholders.ts'

// Asks over HTTP from a process of its own, one connection a client, kept alive. It speaks just enough HTTP for the purpose: a whole client would
// take more of the machine than the server that is measured.

export type HttpLoad = {
  port: number
  method: 'GET' | 'POST'
  path: string
  cookies: string[]
  /** Each call is the next user's, instead of each client's being one user's. */
  byTurns?: boolean
  body?: string
  keyed?: boolean
  status: number
}

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket)).once('error', reject)
  })

/** One request after another on a socket; resolves with the status line's number once the whole answer is there. */
const asker = (socket: Socket) => {
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
      if (!length) throw new Error(`an answer without a length: ${text.slice(0, end)}`)
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

await serve<HttpLoad>(async ({ port, method, path, cookies, byTurns = false, body, keyed, status }, client) => {
  const socket = await open(port)
  const ask = asker(socket)
  const key = keyed ? `idempotency-key: bench-${numberPlaceholder}\r\n` : ''
  const content = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
  let turn = client
  const request = () => {
    if (byTurns) turn += 7
    const cookie = cookies[turn % cookies.length]
    return `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n${key}${content}\r\n${body ?? ''}`
  }
  return {
    once: async () => {
      const got = await ask(body ? request().replaceAll(numberPlaceholder, uniqueNumber()) : request())
      if (got !== status) throw new Error(`${method} ${path}: ${got}`)
    },
    close: async () => void socket.destroy(),
  }
})
