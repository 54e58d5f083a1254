import { createByteCache } from './byte-cache.ts'
import { isDrawable, type Picture, type StoredPicture } from './logo.ts'

/** Asks a store for the bytes under a key, which never change; null when it has none. */
export type FetchPicture = (key: string) => Promise<Uint8Array | null>

export type LoadedPictures = {
  pictures: Picture[]
  /** Names of those that can't be had, and each reason, for the log. */
  missing: string[]
  reasons: string[]
  /** Whether another try would come to the same: what is left out because a store failed may be there the next time. */
  lasting: boolean
}

const cacheBytes = 16 * 1024 * 1024
const patienceMs = 5_000

const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${patienceMs / 1000} s`)), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Fetches pictures and keeps what was used last in memory. Never rejects: a paper without its logo is better than none. */
export const createPictureLoader = (fetch: FetchPicture): ((wanted: readonly (Picture | StoredPicture)[]) => Promise<LoadedPictures>) => {
  const cache = createByteCache(cacheBytes)

  const one = async (key: string): Promise<Uint8Array | { why: string; lasting: boolean }> => {
    const known = cache.get(key)
    if (known !== undefined) return known
    try {
      const bytes = await inTime(fetch(key))
      if (bytes === null) return { why: 'its logo is not in the store', lasting: false }
      if (!isDrawable(bytes)) return { why: 'its logo is no PNG or JPEG, or too large', lasting: true }
      cache.set(key, bytes)
      return bytes
    } catch (error) {
      return { why: `its logo could not be fetched (${error instanceof Error ? error.message : String(error)})`, lasting: false }
    }
  }

  return async (wanted) => {
    const fetched: LoadedPictures = { pictures: [], missing: [], reasons: [], lasting: true }
    const found = await Promise.all(wanted.map(async (each) => ({ each, got: 'bytes' in each ? each.bytes : await one(each.key) })))
    for (const { each, got } of found) {
      if (got instanceof Uint8Array) fetched.pictures.push({ name: each.name, bytes: got })
      else {
        fetched.missing.push(each.name)
        fetched.reasons.push(got.why)
        fetched.lasting &&= got.lasting
      }
    }
    return fetched
  }
}
