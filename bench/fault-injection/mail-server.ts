import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServerSession } from 'smtp-server'
import { createSmtpError, startTestMailServer, withoutSignature } from '#server/platform/mail/testing/mail-server.ts'

/** 'cut' accepts the message and then closes the connection without confirming; 'busy' and 'refusing' answer 4xx and 5xx. */
export type MailState = 'up' | 'down' | 'slow' | 'busy' | 'refusing' | 'cut'

/** By message id: how many times the message was delivered, and how many of these deliveries were not confirmed. */
export type Deliveries = Map<string, { times: number; cut: number }>

type Socket = { remotePort?: number | undefined; destroy(): void }

/** A mail server whose state can be changed. @param slowMs how long it takes for a message while it is 'slow' */
export const startMailServer = async (slowMs: number) => {
  let state: MailState = 'up'
  const deliveries: Deliveries = new Map()
  const record = (raw: string, wasCut: boolean) => {
    const id = withoutSignature(/^message-id: *(\S+)/im.exec(raw)?.[1]) ?? 'no message id'
    const before = deliveries.get(id) ?? { times: 0, cut: 0 }
    deliveries.set(id, { times: before.times + 1, cut: before.cut + Number(wasCut) })
  }
  let sockets: Socket[] = []
  const socketBySession = new WeakMap<SMTPServerSession, Socket>()
  const listen = async (port: number) => {
    const server = await startTestMailServer(
      {
        onRcptTo: (_address, _session, done) =>
          done(
            state === 'busy'
              ? createSmtpError(451, 'Try again later')
              : state === 'refusing'
                ? createSmtpError(550, 'Refused by a policy')
                : null,
          ),
        onData: (stream, session, done) => {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', async () => {
            const stateNow = state
            if (stateNow === 'slow') await sleep(slowMs)
            record(Buffer.concat(chunks).toString('latin1'), stateNow === 'cut')
            if (stateNow === 'cut') socketBySession.get(session)?.destroy()
            else done()
          })
        },
        onConnect: (session, done) => {
          const socket = sockets.find(({ remotePort }) => remotePort === session.remotePort)
          if (socket) socketBySession.set(session, socket)
          done()
        },
      },
      port,
    )
    server.server.on('connection', (socket) => {
      sockets.push(socket)
      socket.once('close', () => {
        sockets = sockets.filter((each) => each !== socket)
      })
    })
    return server
  }
  let server: Awaited<ReturnType<typeof listen>> | null = await listen(0)
  const { port } = server
  const close = async () => {
    const running = server
    server = null
    for (const socket of sockets) socket.destroy()
    await running?.close()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    deliveries,
    setState: async (next: MailState) => {
      if (next === 'down') await close()
      else server ??= await listen(port)
      state = next
    },
    close,
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
