/** Half-typed forms, kept in this browser. Storage may be full, forbidden or hold what others wrote: nothing here ever throws. */
const prefix = 'billfold.draft.'
const keptForMs = 30 * 24 * 3_600_000

export type StoredDraft = {
  key: string
  savedAt: Date
  content: unknown
  /** Of a save that was under way: whether it was made isn't known. */
  saveKey?: string | undefined
}

const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** Where the drafts of one user and one form begin, e.g. `draftStem(4, 'invoice.new')`. */
export const getDraftPrefix = (userId: number, form: string): string => `${prefix}${userId}.${form}.`

/** Keeps what was typed; answers whether there was room. */
export const storeDraft = (key: string, content: unknown, saveKey?: string | undefined, now = new Date()): boolean => {
  try {
    storage()?.setItem(key, JSON.stringify({ savedAt: now.toISOString(), content, saveKey }))
    return true
  } catch {
    return false
  }
}

export const deleteDraft = (key: string): void => {
  try {
    storage()?.removeItem(key)
  } catch {
    // What can't be reached can't be offered either.
  }
}

const keysFrom = (stem: string): string[] => {
  try {
    return Object.keys(storage() ?? {}).filter((key) => key.startsWith(stem))
  } catch {
    return []
  }
}

const read = (key: string): StoredDraft | undefined => {
  try {
    const { savedAt, content, saveKey } = JSON.parse(storage()?.getItem(key) ?? '') as Record<'savedAt' | 'content' | 'saveKey', unknown>
    const at = new Date(String(savedAt))
    const isKey = typeof saveKey === 'string' && /^[0-9a-f]{32}$/.test(saveKey)
    return Number.isNaN(at.getTime()) ? undefined : { key, savedAt: at, content, ...(isKey ? { saveKey } : {}) }
  } catch {
    return undefined
  }
}

/** The drafts that begin with `stem`, newest first. Damaged ones and those older than 30 days are thrown away. */
export const listDrafts = (stem: string, now = new Date()): StoredDraft[] => {
  const kept: StoredDraft[] = []
  for (const key of keysFrom(stem)) {
    const draft = read(key)
    if (draft && now.getTime() - draft.savedAt.getTime() <= keptForMs) kept.push(draft)
    else deleteDraft(key)
  }
  return kept.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
}

/** Throws away the user's drafts, or everybody's when it isn't known who that is. */
export const clearDrafts = (userId?: number): void => {
  for (const key of keysFrom(userId === undefined ? prefix : `${prefix}${userId}.`)) deleteDraft(key)
}
