import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

// PostgreSQL's COPY is by far the fastest way for whole tables, and its output is exactly what the import needs.

const chunkBytes = 128 * 1024

type QueryCallbacks = {
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

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Uint8Array): void; endCopyFrom(): void; sendCopyFail(why: string): void }

const ignore = () => undefined
const ignoredCallbacks = {
  handleRowDescription: ignore,
  handleDataRow: ignore,
  handlePortalSuspended: ignore,
  handleEmptyQuery: ignore,
  handleCommandComplete: ignore,
}

const parseRowCount = (text: string): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

/**
 * At the reader's pace. The client is busy until the stream's end; destroying the stream early closes the connection. `text` may have
 * several statements, whose rows follow one another; `rows` is known at the end.
 */
export const copyOut = (client: Client, text: string): { bytes: Readable; rows: () => number } => {
  let rows = 0
  let isDone = false
  let connection: Connection | undefined
  // The driver passes each row in a buffer that it reuses, so rows are copied into chunks.
  let buffer = Buffer.allocUnsafe(chunkBytes)
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
    push(buffer.subarray(0, used))
    buffer = Buffer.allocUnsafe(chunkBytes)
    used = 0
  }
  const query: Submittable & QueryCallbacks = {
    ...ignoredCallbacks,
    submit: (own) => {
      connection = own
      own.query(text)
    },
    handleCommandComplete: (message) => {
      rows += parseRowCount(message.text)
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
    handleCopyInResponse: (own) => (own as CopyConnection).sendCopyFail('nothing to copy'),
    handleCopyData: ({ chunk }) => {
      if (used + chunk.length > chunkBytes) flush()
      if (chunk.length > chunkBytes) return push(Buffer.from(chunk))
      chunk.copy(buffer, used)
      used += chunk.length
    },
  }
  client.query(query)
  return { bytes, rows: () => rows }
}

/** At the server's pace. @throws the source's or the server's error; the transaction has then failed */
export const copyIn = (client: Client, text: string, source: AsyncIterable<Uint8Array>): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    let failure: Error | undefined
    const send = async (connection: CopyConnection) => {
      for await (const chunk of source) {
        if (failure) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    }
    const query: Submittable & QueryCallbacks = {
      ...ignoredCallbacks,
      submit: (connection) => connection.query(text),
      handleCommandComplete: (message) => {
        rows += parseRowCount(message.text)
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error) => {
        failure ??= error
        reject(failure)
      },
      handleCopyInResponse: (connection) => {
        send(connection as CopyConnection).catch((error: Error) => {
          failure ??= error
          ;(connection as CopyConnection).sendCopyFail('the source of the rows could not be read')
        })
      },
      handleCopyData: ignore,
    }
    client.query(query)
  })

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const parseField = (text: string): string | null =>
  text === '\\N' ? null : text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)

/** Far above any row that the app writes. */
const maxRowCharacters = 64 * 1024 * 1024

/** Line breaks within a field are escaped, so a line is a row. @throws RangeError for a row that is longer than any real one */
export async function* parseCopyRows(source: Readable): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of source) {
    const lines = decoder.decode(part as Buffer, { stream: true }).split('\n')
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    if (rest.length > maxRowCharacters) throw new RangeError('A row is too long')
    for (const line of lines) yield line.split('\t').map(parseField)
  }
}
