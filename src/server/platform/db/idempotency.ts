import { AppError } from '#server/platform/errors/app-error.ts'
import type { UserDb } from './client.ts'

/**
 * `requestHash` is of the method, path and body, `callHash` of the method, path and scopes. Who sends the same call with another body may
 * read the first reply; another call, or one with other scopes, may not.
 */
export type Idempotency = { key: string; requestHash: string; callHash: string }

/** Longer than a device keeps a form that may be submitted again. */
const retentionDays = 40

export class StoredReply {
  readonly #text: string | null
  constructor(text: string | null) {
    this.#text = text
  }
  /** JSON, or null for an empty reply. */
  get text(): string | null {
    return this.#text
  }
}

type First = { request_hash: string; reply: string | null }

const toStoredHash = ({ requestHash, callHash }: Idempotency) => `${requestHash} ${callHash}`

/** Null for the first request. @throws AppError 422 for a used key; `first` is that request's reply, if only the body differs */
export const findStoredReply = async (db: UserDb, idempotency: Idempotency): Promise<StoredReply | null> => {
  const { key, callHash } = idempotency
  const [first] = await db.rows<First>('select request_hash, reply from idempotency_keys where user_id = $1 and key = $2', [db.userId, key])
  if (!first) return null
  if (first.request_hash === toStoredHash(idempotency)) return new StoredReply(first.reply)
  const isSameCall = first.request_hash.endsWith(` ${callHash}`)
  throw new AppError(422, 'This Idempotency-Key was used for a different request. Use a new key.', {
    ...(isSameCall && { first: first.reply === null ? null : JSON.parse(first.reply) }),
  })
}

/**
 * The key is inserted in the change's own transaction: a concurrent repetition waits for the first request, and then gets its reply, even
 * if the record has changed since. A failed change stores nothing, so it can be repeated.
 * @throws AppError 422 as `findStoredReply` does
 */
export const runIdempotent = async <T>(
  db: UserDb,
  idempotency: Idempotency | null,
  change: () => Promise<T>,
  encode: (reply: T) => string | null,
): Promise<StoredReply> => {
  if (!idempotency) return new StoredReply(encode(await change()))
  const { key, requestHash } = idempotency
  const inserted = await db.rows(
    'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing returning key',
    [db.userId, key, toStoredHash(idempotency)],
    'idempotency.insert',
  )
  if (inserted.length === 0) return (await findStoredReply(db, idempotency))!
  const text = encode(await change())
  db.send('update idempotency_keys set reply = $3 where user_id = $1 and key = $2', [db.userId, key, text], 'idempotency.store')
  // Expired keys are deleted by about one request in 256.
  if (requestHash.startsWith('00'))
    db.send("delete from idempotency_keys where user_id = $1 and created_at < now() - $2::int * interval '1 day'", [
      db.userId,
      retentionDays,
    ])
  return new StoredReply(text)
}
