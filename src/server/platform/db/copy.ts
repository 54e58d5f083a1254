import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

// COPY is how whole tables leave and enter PostgreSQL: nothing else is nearly as quick, and what comes out is exactly what has to go in.

const chunkBytes = 128 * 1024

/** What the driver tells a query of its own; of a text of several statements it tells of each. */
type Told = {
  handleRowDescription(): void
  handleDataRow(): void
  handlePortalSuspended(): void
  handleEmptyQuery(): void
  handleCommandComplete(message: { text: string }, connection: Connection): void
  handleReadyForQuery(): void
  handleError(error: Error): void
  handleCopyInResponse(connection: Connection): void
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void
}

/** The driver's own, which its types leave out. */
type Copying = Connection & { sendCopyFromChunk(chunk: Uint8Array): void; endCopyFrom(): void; sendCopyFail(why: string): void }

const nothing = () => undefined
const deaf = {
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
  handleCommandComplete: nothing,
}

/** 'COPY 12' */
const copied = (text: string): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

/**
 * What COPY ... TO STDOUT sends, at the reader's pace. The client is busy until its end; a reader who leaves early ends the connection.
 * @param text one statement or several: of all that copy, the rows follow one another
 * @returns the bytes, and how many rows they were, which is known at their end
 */
export const copyOut = (client: Client, text: string): { bytes: Readable; rows: () => number } => {
  let rows = 0
  let isDone = false
  let connection: Connection | undefined
  // The driver shows each row in memory that it uses again.
  let gathered = Buffer.allocUnsafe(chunkBytes)
  let used = 0
  const bytes = new Readable({
    highWaterMark: 4 * chunkBytes,
    read: () => void connection?.stream.resume(),
    destroy: (error, done) => {
      if (!isDone) connection?.stream.destroy()
      connection?.stream.resume()
      done(error)
    },
  })
  const push = (chunk: Buffer) => {
    if (!bytes.push(chunk)) connection?.stream.pause()
  }
  const flush = () => {
    if (used === 0) return
    push(gathered.subarray(0, used))
    gathered = Buffer.allocUnsafe(chunkBytes)
    used = 0
  }
  const query: Submittable & Told = {
    ...deaf,
    submit: (own) => {
      connection = own
      own.query(text)
    },
    handleCommandComplete: (message) => {
      rows += copied(message.text)
    },
    handleReadyForQuery: () => {
      isDone = true
      flush()
      bytes.push(null)
    },
    handleError: (error) => {
      isDone = true
      bytes.destroy(error)
    },
    handleCopyInResponse: (own) => (own as Copying).sendCopyFail('nothing to copy'),
    handleCopyData: ({ chunk }) => {
      if (used + chunk.length > chunkBytes) flush()
      if (chunk.length > chunkBytes) return push(Buffer.from(chunk))
      chunk.copy(gathered, used)
      used += chunk.length
    },
  }
  client.query(query)
  return { bytes, rows: () => rows }
}

/**
 * Gives COPY ... FROM STDIN what it asks for, at the server's pace.
 * @returns how many rows it took
 * @throws what the source or the server failed with; the transaction is then broken
 */
export const copyIn = (client: Client, text: string, source: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    let failure: Error | undefined
    const give = async (connection: Copying) => {
      for await (const chunk of source) {
        if (failure) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    }
    const query: Submittable & Told = {
      ...deaf,
      submit: (connection) => connection.query(text),
      handleCommandComplete: (message) => {
        rows += copied(message.text)
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error) => {
        failure ??= error
        reject(failure)
      },
      handleCopyInResponse: (connection) => {
        give(connection as Copying).catch((error: Error) => {
          failure ??= error
          ;(connection as Copying).sendCopyFail('what was to be copied could not be read')
        })
      },
      handleCopyData: nothing,
    }
    client.query(query)
  })
