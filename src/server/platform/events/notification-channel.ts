import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'

type Options = {
  connection: ClientConfig
  /** It becomes part of the LISTEN statement: a plain identifier. */
  channel: string
  onNotification: (payload: string) => void
  /** Earlier notifications may have been missed. */
  onListening: () => void
  onDisconnected: () => void
  log: (line: string) => void
}

export type NotificationChannel = {
  /** In one transaction. While the connection is broken, the payloads are dropped. */
  notify(payloads: readonly string[]): void
  check(): Promise<void>
  close(): Promise<void>
}

const firstRetryMs = 250
const maxRetryMs = 5000
const timeoutMs = 5000
const closeTimeoutMs = 500

/**
 * On a connection of its own, which is replaced when it breaks, with growing pauses. It counts as listening once it received its own
 * notification: a connection pooler in transaction mode accepts LISTEN, but never delivers anything.
 */
export const connectToChannel = ({
  connection,
  channel,
  onNotification,
  onListening,
  onDisconnected,
  log,
}: Options): NotificationChannel => {
  let current: DatabaseClient | undefined
  let isListening = false
  let isOutageLogged = false
  let retryMs = firstRetryMs
  let retryTimer: NodeJS.Timeout | undefined
  let lastSent: Promise<unknown> = Promise.resolve()
  let expected: { payload: string; resolve: () => void } | undefined

  const onLost = (client: DatabaseClient, reason: string) => {
    if (current !== client) return
    current = undefined
    // Not awaited: the connection may hang.
    client.end().catch(() => undefined)
    if (isListening) onDisconnected()
    isListening = false
    if (!isOutageLogged) log(`Live updates pause between nodes until the database can be listened to again: ${reason}`)
    isOutageLogged = true
    retryTimer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  /** By an own notification. Once it is received, notifications of others are received too. */
  const verify = async (client: DatabaseClient) => {
    const payload = randomUUID()
    const received = new Promise<void>((resolve) => {
      expected = { payload, resolve }
    })
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('an own notification did not arrive; LISTEN needs a connection without a pooler')),
        timeoutMs,
      )
    })
    try {
      await Promise.race([Promise.all([client.query('select pg_notify($1, $2)', [channel, payload]), received]), timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  const connect = async () => {
    retryTimer = undefined
    const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, keepAlive: true })
    current = client
    // Added before connecting: an 'error' event without a listener ends the process.
    client.on('error', (error) => onLost(client, error.message))
    client.on('end', () => onLost(client, 'the connection was closed'))
    client.on('notification', ({ payload = '' }) => {
      if (payload === expected?.payload) expected.resolve()
      else if (isListening && current === client) onNotification(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await verify(client)
    } catch (error) {
      return onLost(client, (error as Error).message)
    }
    if (current !== client) return
    isListening = true
    retryMs = firstRetryMs
    if (isOutageLogged) log('Live updates work again.')
    isOutageLogged = false
    onListening()
  }
  void connect()

  return {
    notify: (payloads) => {
      const client = current
      if (!client || !isListening) return
      lastSent = client
        .query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
        .catch((error: Error) => onLost(client, error.message))
    },
    check: async () => {
      const client = current
      if (client && isListening) await verify(client).catch((error: Error) => onLost(client, error.message))
    },
    close: async () => {
      clearTimeout(retryTimer)
      const client = current
      current = undefined
      if (!client) return
      // The driver's `end` aborts a statement that is being executed.
      const ended = lastSent.then(() => client.end()).catch(() => undefined)
      await Promise.race([ended, sleep(closeTimeoutMs, undefined, { ref: false })])
    },
  }
}
