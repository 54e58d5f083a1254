import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'

/** The driver's own, which its types leave out. */
type DriverConnection = { attachListeners(stream: Duplex): void }

/** As it was when this module was loaded: outside every request and job. */
const outsideRequests = AsyncLocalStorage.snapshot()

/**
 * The driver's client, whose failures stay within its own connection. The driver reads answers in the socket's 'data' event, and what it throws there (an
 * answer longer than a string can be, a malformed message) would end the process. Here it destroys the socket with that error: the statements under way
 * reject with it, and a pool replaces the connection. Every connection of the product is one of these.
 */
export class DatabaseClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    // Each statement tells its own failure. An 'error' event that has no listener would end the process.
    this.on('error', () => undefined)
    const { connection } = this as unknown as { connection: DriverConnection }
    const attach = connection.attachListeners.bind(connection)
    // With TLS the driver attaches to another stream than the one that it opened.
    connection.attachListeners = (stream) => {
      attach(stream)
      for (const read of stream.listeners('data') as ((chunk: Buffer) => void)[]) {
        stream.off('data', read)
        stream.on('data', (chunk: Buffer) => {
          try {
            read(chunk)
          } catch (error) {
            stream.destroy(error as Error)
          }
        })
      }
    }
    // A connection outlives the request that opened it, and what happens on it later is not that request's doing.
    const connect = this.connect.bind(this) as (...given: unknown[]) => unknown
    this.connect = ((...given: unknown[]) => outsideRequests(() => connect(...given))) as Client['connect']
  }
}

/** A pool of such connections. */
export const openPool = (config: PoolConfig): Pool => new Pool({ ...config, Client: DatabaseClient })
