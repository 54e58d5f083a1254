import { parentPort } from 'node:worker_threads'
import { AppError, type ErrorStatus } from '#server/platform/errors/app-error.ts'
import { parseJson } from './json-text.ts'

// Hands long lists over in parts, each of which the server receives in a few milliseconds.

export type ThreadRequest = { bytes: Uint8Array } | { list: string; from: number }
export type ThreadReply =
  | { value: unknown; lengths: Record<string, number> }
  | { part: unknown[] }
  | { refusal: { status: ErrorStatus; message: string } }

/** In characters of JSON. */
const partLength = 65_536
/** A row, and what is beside the lists: as large as a body that is parsed at once. */
const maxPieceLength = 1_048_576

let lists: Record<string, unknown[]> = {}

const measure = (piece: unknown): number => {
  const { length } = JSON.stringify(piece)
  if (length > maxPieceLength) throw new AppError(413, 'The request is too large: each of its rows can have at most 1 MB')
  return length
}

const parse = (bytes: Uint8Array): ThreadReply => {
  const value = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError(400, 'The request must carry a JSON object')
  const long = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0)
  lists = Object.fromEntries(long)
  const rest = { ...value, ...Object.fromEntries(long.map(([name]) => [name, []])) }
  measure(rest)
  return { value: rest, lengths: Object.fromEntries(long.map(([name, list]) => [name, list.length])) }
}

const handOver = (name: string, from: number): ThreadReply => {
  const list = lists[name]!
  let to = from
  for (let length = 0; to < list.length && length < partLength; to++) length += measure(list[to])
  const part = list.slice(from, to)
  if (to === list.length) delete lists[name]
  return { part }
}

const reply = (request: ThreadRequest): ThreadReply => {
  try {
    return 'bytes' in request ? parse(request.bytes) : handOver(request.list, request.from)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: { status: error.status, message: error.message } }
  }
}

parentPort!.on('message', (request: ThreadRequest) => parentPort!.postMessage(reply(request)))
