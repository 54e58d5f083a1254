import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'

type Options = {
  connection: ClientConfig
  /** A plain name: it stands in the statement as it is. */
  channel: string
  /** What others say on the channel. */
  onHeard: (payload: string) => void
  /** From now on nothing is missed; whatever was said before may have been. */
  onListening: () => void
  /** From now on nothing is heard. */
  onDeaf: () => void
  log: (line: string) => void
}

export type NotificationListener = {
  /** Finds out whether it still hears, and connects anew if it doesn't. */
  check(): Promise<void>
  close(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 5000
/** How long it may take to connect, or to hear oneself. */
const patienceMs = 5000
const farewellMs = 500

/**
 * Listens to a channel of the database over a connection of its own, for good: what breaks is replaced, with growing pauses. It counts as listening
 * once it has heard its own voice: a pooler that hands out another connection for every transaction takes LISTEN without a word, and
 * nothing ever comes.
 */
export const listenToChannel = ({ connection, channel, onHeard, onListening, onDeaf, log }: Options): NotificationListener => {
  let client: DatabaseClient | undefined
  let isListening = false
  let isTold = false
  let pauseMs = firstPauseMs
  let again: NodeJS.Timeout | undefined
  let heardSelf: { word: string; done: () => void } | undefined

  const lost = (which: DatabaseClient, why: string) => {
    if (client !== which) return
    client = undefined
    // A connection that broke has nothing to say any more, and one that hangs isn't waited for.
    which.end().catch(() => undefined)
    if (isListening) onDeaf()
    isListening = false
    if (!isTold) log(`Live updates pause until the database can be listened to again: ${why}`)
    isTold = true
    again = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  /** Says something to itself and waits for it: what others say from then on is heard too. */
  const hearSelf = async (mine: DatabaseClient) => {
    const word = randomUUID()
    const heard = new Promise<void>((resolve) => {
      heardSelf = { word, done: resolve }
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('nothing is heard, not even itself; LISTEN needs a connection without a pooler')),
        patienceMs,
      )
    })
    try {
      await Promise.race([Promise.all([mine.query('select pg_notify($1, $2)', [channel, word]), heard]), late])
    } finally {
      clearTimeout(timer)
    }
  }

  const connect = async () => {
    again = undefined
    const mine = new DatabaseClient({ ...connection, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs, keepAlive: true })
    client = mine
    // Listeners from the start: an error that nobody hears ends the process.
    mine.on('error', (error) => lost(mine, error.message))
    mine.on('end', () => lost(mine, 'the connection was closed'))
    mine.on('notification', ({ payload = '' }) => {
      if (payload === heardSelf?.word) heardSelf.done()
      else if (isListening && client === mine) onHeard(payload)
    })
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
      await hearSelf(mine)
    } catch (error) {
      return lost(mine, (error as Error).message)
    }
    if (client !== mine) return
    isListening = true
    pauseMs = firstPauseMs
    if (isTold) log('Live updates go on.')
    isTold = false
    onListening()
  }
  void connect()

  return {
    check: async () => {
      const mine = client
      if (mine && isListening) await hearSelf(mine).catch((error: Error) => lost(mine, error.message))
    },
    close: async () => {
      clearTimeout(again)
      const mine = client
      client = undefined
      if (mine) await Promise.race([mine.end().catch(() => undefined), sleep(farewellMs, undefined, { ref: false })])
    },
  }
}
