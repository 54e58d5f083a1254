import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'

type DriverConnection = { attachListeners(stream: Duplex): void }

/** Taken when this module was loaded: outside every request and job. */
const outsideRequests = AsyncLocalStorage.snapshot()

/**
 * Confines errors to their connection. The driver parses answers in the socket's 'data' event, and an error there (an answer longer than
 * the maximum string length, a malformed message) would end the process. Here it destroys the socket: pending statements reject with the
 * error, and a pool replaces the connection. Every database connection of the product uses this class.
 */
export class DatabaseClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    // Each statement rejects with its own error. An 'error' event without a listener would end the process.
    this.on('error', () => undefined)
    const { connection } = this as unknown as { connection: DriverConnection }
    const attach = connection.attachListeners.bind(connection)
    // With TLS the driver attaches its listeners to another stream than the one that it opened.
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
    // A pooled connection outlives the request that opened it: later events must not run in that request's context.
    const connect = this.connect.bind(this) as (...args: unknown[]) => unknown
    this.connect = ((...args: unknown[]) => outsideRequests(() => connect(...args))) as Client['connect']
  }
}

export const openPool = (config: PoolConfig): Pool => new Pool({ ...config, Client: DatabaseClient })

/** For migrations and the job queue. Broken connections are logged and replaced. */
export const openOwnerPool = (owner: ClientConfig, { max, log }: { max: number; log: (line: string) => void }): Pool => {
  const pool = openPool({ ...owner, max })
  const onError = (error: Error) => log(`The job queue's connection broke and is replaced: ${error.message}`)
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
