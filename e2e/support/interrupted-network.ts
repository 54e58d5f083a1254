import { createServer, connect as dial, type Socket } from 'node:net'
import { test as base } from './test.ts'

/**
 * When the connection fails during a change request: before the request reaches the server, after the server has applied the change but before the
 * response arrives, or in the middle of the response.
 */
export const cutMoments = ['on its way', 'done, unheard', 'half answered'] as const
export type CutMoment = (typeof cutMoments)[number]

export type NetworkLink = {
  /** The app's origin through the proxy. */
  origin: string
  /** Interrupts the next change request at this moment. After that, the connection stays down until `restore`. */
  cut(moment: CutMoment): void
  /** The number of interruptions so far. */
  cuts(): number
  restore(): void
}

/** Previews and the search for similar records are excluded: the page requests them automatically, and they change no data. */
const isChange = (bytes: Buffer) => /^(POST|PUT|DELETE) \/api\/(?!\S*(preview|similar))/.test(bytes.subarray(0, 60).toString('latin1'))

/** Starts a TCP proxy between the browser and the server. An interruption closes the real connections, so a partial response stays incomplete. */
const startProxy = async (server: URL): Promise<NetworkLink & { stop: () => void }> => {
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
  const proxy = createServer((browserSocket) => {
    if (isDown) return browserSocket.destroy()
    const serverSocket = dial(Number(server.port), server.hostname)
    // Set while this connection carries the change request to interrupt.
    let moment: CutMoment | undefined
    for (const socket of [browserSocket, serverSocket]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        browserSocket.destroy()
        serverSocket.destroy()
      })
    }
    browserSocket.on('data', (bytes) => {
      if (armed && isChange(bytes)) {
        moment = armed
        armed = undefined
        if (moment === 'on its way') return goDown()
      }
      serverSocket.write(bytes)
    })
    serverSocket.on('data', (bytes) => {
      if (moment === 'done, unheard') return goDown()
      if (moment === 'half answered') {
        browserSocket.write(bytes.subarray(0, Math.floor(bytes.length * 0.7)), goDown)
        return
      }
      browserSocket.write(bytes)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  const { port } = proxy.address() as { port: number }
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
      proxy.close()
    },
  }
}

/** `line` is a proxy between the browser and the server. A session at the app's own origin is also valid through the proxy. */
export const test = base.extend<{ line: NetworkLink }>({
  line: async ({ app }, use) => {
    const line = await startProxy(new URL(app.origin))
    await use(line)
    line.stop()
  },
})
