import { AppError } from '#server/platform/errors/app-error.ts'
import type { UserDb } from './client.ts'

/** A request that may be repeated: the client's key, and a hash of the method, path and body. */
export type Idempotency = { key: string; requestHash: string }

/** How long an answer waits for a repetition: longer than a device keeps the form that may ask again. */
const keptForDays = 40

/** The answer to a change, as it leaves and as a repetition gets it again. */
export class StoredReply {
  readonly #text: string | null
  constructor(text: string | null) {
    this.#text = text
  }
  /** JSON, or null where there is nothing to say. */
  get text(): string | null {
    return this.#text
  }
}

type First = { request_hash: string; reply: string | null }

/**
 * The answer that this request got when it came first; null when it didn't come before.
 * @throws AppError 422 when the key was used for another request; its `first` is what that one answered
 */
export const findStoredReply = async (db: UserDb, { key, requestHash }: Idempotency): Promise<StoredReply | null> => {
  const [first] = await db.rows<First>('select request_hash, reply from idempotency_keys where user_id = $1 and key = $2', [db.userId, key])
  if (!first) return null
  if (first.request_hash === requestHash) return new StoredReply(first.reply)
  throw new AppError(422, 'This Idempotency-Key was used for a different request. Use a new key.', {
    first: first.reply === null ? null : JSON.parse(first.reply),
  })
}

/**
 * Makes a change once per Idempotency-Key. The key is taken in the change's own transaction: a repetition that comes while the first is
 * under way waits for it, and then gets the first one's answer, whatever became of the record since; a change that failed keeps nothing, so it can be
 * tried again.
 * @param write the answer as JSON, or null where there is nothing to say
 * @throws AppError 422 when the key was used for another request; its `first` is what that one answered
 */
export const runIdempotent = async <T>(
  db: UserDb,
  idempotency: Idempotency | null,
  change: () => Promise<T>,
  write: (answer: T) => string | null,
): Promise<StoredReply> => {
  if (!idempotency) return new StoredReply(write(await change()))
  const { key, requestHash } = idempotency
  const taken = await db.rows(
    'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing returning key',
    [db.userId, key, requestHash],
    'idempotency.take',
  )
  if (taken.length === 0) return (await findStoredReply(db, idempotency))!
  const text = write(await change())
  db.send('update idempotency_keys set reply = $3 where user_id = $1 and key = $2', [db.userId, key, text], 'idempotency.keep')
  // Now and then is often enough.
  if (requestHash.startsWith('00'))
    db.send("delete from idempotency_keys where user_id = $1 and created_at < now() - $2::int * interval '1 day'", [db.userId, keptForDays])
  return new StoredReply(text)
}
