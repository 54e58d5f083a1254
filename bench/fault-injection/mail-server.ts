import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerSession } from 'smtp-server'
import { createSmtpError, startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'

/** How a mail server may be. 'cut' takes the whole message and hangs up instead of saying so; 'busy' and 'refusing' answer 4xx and 5xx. */
export type MailState = 'up' | 'down' | 'slow' | 'busy' | 'refusing' | 'cut'

/** A mail server whose state can be changed while it serves; it counts messages by their ids. */
export const startMailServer = async (slowMs: number) => {
  let state: MailState = 'up'
  /** How often each message came whole, and how often of these we had kept silent about it. */
  const came = new Map<string, { times: number; cut: number }>()
  const take = (raw: string, wasCut: boolean) => {
    const id = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? 'no message id'
    const before = came.get(id) ?? { times: 0, cut: 0 }
    came.set(id, { times: before.times + 1, cut: before.cut + Number(wasCut) })
  }
  type Socket = { destroy(): void }
  const cutOff = new WeakMap<SMTPServerSession, Socket>()
  const open = (port: number) =>
    startTestMailServer(
      {
        onRcptTo: (_address, _session, done) =>
          done(
            state === 'busy'
              ? createSmtpError(451, 'Try again later')
              : state === 'refusing'
                ? createSmtpError(550, 'No such user here')
                : null,
          ),
        onData: (stream, session, done) => {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', async () => {
            const now = state
            if (now === 'slow') await sleep(slowMs)
            take(Buffer.concat(chunks).toString('latin1'), now === 'cut')
            if (now === 'cut') cutOff.get(session)?.destroy()
            else done()
          })
        },
        onConnect: (session, done) => {
          const mine = connections.find((socket) => socket.remotePort === session.remotePort)
          if (mine) cutOff.set(session, mine)
          done()
        },
      },
      port,
    )
  let connections: (Socket & { remotePort?: number | undefined })[] = []
  const listen = (server: Awaited<ReturnType<typeof open>>) => {
    server.server.on('connection', (socket) => {
      connections.push(socket)
      socket.once('close', () => {
        connections = connections.filter((each) => each !== socket)
      })
    })
    return server
  }
  let server: Awaited<ReturnType<typeof open>> | null = listen(await open(0))
  const { port } = server
  const shut = async () => {
    const old = server
    server = null
    for (const socket of connections) socket.destroy()
    await old?.close()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    came,
    become: async (next: MailState) => {
      if (next === 'down') await shut()
      else server ??= listen(await open(port))
      state = next
    },
    close: shut,
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
