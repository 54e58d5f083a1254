import { AppError } from '../errors.ts'
import { type Idempotency, JsonText } from '../http/route.ts'
import type { UserDb } from './client.ts'

type Codec<T> = { encode(answer: T): unknown; decode(stored: never): T }

/** Keeps answers as the JSON that the endpoint's own reply schema makes of them. */
export const storedAs = <T>(schema: Codec<T>) => ({
  write: (answer: T) => JSON.stringify(schema.encode(answer)),
  read: (text: string): T => schema.decode(JSON.parse(text) as never),
})

/** Keeps answers that are JSON already. */
export const storedAsText = { write: ({ text }: JsonText) => text, read: (text: string) => new JsonText(text) }

/**
 * Runs a creation once per Idempotency-Key. The key is taken in the creation's own transaction: a repetition that comes while the first is
 * under way waits for it, and then gets the first one's answer; a creation that failed keeps nothing, so it can be tried again.
 * @param stored turns the answer into text and back, for the repetitions
 * @throws AppError 422 when the key was used for another request
 */
export const once = async <T>(
  db: UserDb,
  idempotency: Idempotency | null,
  create: () => Promise<T>,
  stored: { write: (answer: T) => string; read: (text: string) => T },
): Promise<T> => {
  if (!idempotency) return create()
  const { key, requestHash } = idempotency
  const taken = await db.rows(
    'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing returning key',
    [db.userId, key, requestHash],
    'idempotency.take',
  )
  if (taken.length === 0) {
    const [first] = await db.rows<{ request_hash: string; reply: string }>(
      'select request_hash, reply from idempotency_keys where user_id = $1 and key = $2',
      [db.userId, key],
    )
    if (first!.request_hash !== requestHash)
      throw new AppError(422, 'This Idempotency-Key was used for a different request. Use a new key.')
    return stored.read(first!.reply)
  }
  const answer = await create()
  db.send(
    'update idempotency_keys set reply = $3 where user_id = $1 and key = $2',
    [db.userId, key, stored.write(answer)],
    'idempotency.keep',
  )
  return answer
}
