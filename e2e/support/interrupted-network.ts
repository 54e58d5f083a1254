import { createServer, connect as dial, type Socket } from 'node:net'
import { test as base } from './test.ts'

/** Where a change is cut off: before it gets to the server, after the server has made it, or in the middle of the answer. */
export const cutMoments = ['on its way', 'done, unheard', 'half answered'] as const
export type CutMoment = (typeof cutMoments)[number]

export type NetworkLink = {
  /** The app, as it is found through the line. */
  origin: string
  /** The next change is cut off then, and from there on nothing gets through. */
  cut(moment: CutMoment): void
  /** How often the line was cut. */
  cuts(): number
  restore(): void
}

/** A preview is asked for by itself, and changes nothing. */
const isChange = (bytes: Buffer) => /^(POST|PUT|DELETE) \/api\/(?!\S*preview)/.test(bytes.subarray(0, 60).toString('latin1'))

/** A wire between browser and server that is really cut: connections end, half-sent answers stay half. */
const startLine = async (server: URL): Promise<NetworkLink & { stop: () => void }> => {
  let armed: CutMoment | undefined
  let isDown = false
  let cuts = 0
  const open = new Set<Socket>()
  const goDown = () => {
    isDown = true
    armed = undefined
    cuts++
    for (const socket of open) socket.destroy()
  }
  const wire = createServer((near) => {
    if (isDown) return near.destroy()
    const far = dial(Number(server.port), server.hostname)
    // Of the change that is on its way over this connection.
    let moment: CutMoment | undefined
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => {
      if (armed && isChange(bytes)) {
        moment = armed
        armed = undefined
        if (moment === 'on its way') return goDown()
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (moment === 'done, unheard') return goDown()
      if (moment === 'half answered') {
        near.write(bytes.subarray(0, Math.floor(bytes.length * 0.7)), goDown)
        return
      }
      near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => wire.listen(0, 'localhost', resolve))
  const { port } = wire.address() as { port: number }
  return {
    origin: `http://localhost:${port}`,
    cut: (moment) => {
      armed = moment
    },
    cuts: () => cuts,
    restore: () => {
      isDown = false
    },
    stop: () => {
      isDown = true
      for (const socket of open) socket.destroy()
      wire.close()
    },
  }
}

/** `line` stands between the browser and the server; who is signed in at the server is so there, too. */
export const test = base.extend<{ line: NetworkLink }>({
  line: async ({ app }, use) => {
    const line = await startLine(new URL(app.origin))
    await use(line)
    line.stop()
  },
})
