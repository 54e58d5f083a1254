import { LRUCache } from 'lru-cache'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import type { SearchEntry } from './entries.ts'

// The words of a user's entries, from which typing errors are corrected. They are stored after the commit, in a transaction of their own, so that no save
// waits for them. When that fails, some errors are not corrected, and nothing else is missing.

/** The part of an entry whose words are stored. */
const maxLength = 20_000
/** Words of all users that this process remembers to be stored. */
const maxKnown = 20_000
/** Words in a statement; each is stored twice. */
const batchSize = 500

type Entry = Pick<SearchEntry, 'body'>

/** Lists the words of these entries that have only letters, from 4 to 30. */
const listWords = (entries: readonly Entry[]): Set<string> => {
  const words = new Set<string>()
  for (const { body } of entries) {
    // The first two lines have words with marks.
    const start = body.indexOf('\n', body.indexOf('\n') + 1)
    for (const [word] of body.slice(start, start + maxLength).matchAll(/\p{L}+/gu)) {
      if (word.length >= 4 && word.length <= 30) words.add(word)
    }
  }
  return words
}

/**
 * Inserts words that are not stored yet, each also backwards behind a '~': an error leaves the beginning or the end of a word as it was. They are sorted, so
 * that two transactions with the same words cannot deadlock.
 */
const insertWords = (db: UserDb, words: Iterable<string>): void => {
  const sorted = [...words].flatMap((word) => [word, `~${[...word].toReversed().join('')}`]).sort()
  for (let from = 0; from < sorted.length; from += 2 * batchSize) {
    const rows = sorted.slice(from, from + 2 * batchSize)
    const values = rows.map((_, i) => `($1, $${i + 2})`).join(', ')
    db.send(`insert into search_words (user_id, word) values ${values} on conflict do nothing`, [db.userId, ...rows])
  }
}

/** Stores the words of these entries in the current transaction. */
export const storeWords = (db: UserDb, entries: readonly Entry[]): void => insertWords(db, listWords(entries))

/** The words of one database that are known to be stored, and those that are about to be, by user. */
type WordStore = { known: LRUCache<string, true>; waiting: Map<number, Set<string>>; isStoring: boolean }
const stores = new WeakMap<Database, WordStore>()

const getStore = (database: Database): WordStore => {
  const store = stores.get(database) ?? { known: new LRUCache({ max: maxKnown }), waiting: new Map(), isStoring: false }
  stores.set(database, store)
  return store
}

/** Stores the words of these entries after the commit. */
export const learnWords = (db: UserDb, entries: readonly Entry[]): void => {
  const { userId } = db
  db.afterCommit(async (database) => {
    const { known, waiting } = getStore(database)
    const fresh = [...listWords(entries)].filter((word) => !known.get(`${userId} ${word}`))
    if (fresh.length === 0) return
    waiting.set(userId, new Set([...(waiting.get(userId) ?? []), ...fresh]))
    await storeWaiting(database)
  })
}

/** Stores the waiting words, one user after another: they never take more than one connection. */
const storeWaiting = async (database: Database): Promise<void> => {
  const store = getStore(database)
  if (store.isStoring) return
  store.isStoring = true
  try {
    for (const [userId, words] of store.waiting) {
      store.waiting.delete(userId)
      await database.asUser(userId, async (db) => insertWords(db, words))
      for (const word of words) store.known.set(`${userId} ${word}`, true)
    }
  } finally {
    store.isStoring = false
  }
}
