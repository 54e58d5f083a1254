/** Storage may be full, blocked or corrupt: these functions never throw. */
const prefix = 'billfold.draft.'
const maxAgeMs = 30 * 24 * 3_600_000

export type StoredDraft = {
  key: string
  savedAt: Date
  content: unknown
  /** Key of a save in progress whose outcome is unknown. */
  saveKey?: string | undefined
}

const storage = (): Storage | undefined => {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** e.g. `getDraftPrefix(4, 'invoice.new')` */
export const getDraftPrefix = (userId: number, form: string): string => `${prefix}${userId}.${form}.`

/** @returns false when storage is full or blocked */
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
    // A draft that can't be read can't be offered either.
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

/** Newest first; deletes corrupt drafts and those older than 30 days. */
export const listDrafts = (stem: string, now = new Date()): StoredDraft[] => {
  const drafts: StoredDraft[] = []
  for (const key of keysFrom(stem)) {
    const draft = read(key)
    if (draft && now.getTime() - draft.savedAt.getTime() <= maxAgeMs) drafts.push(draft)
    else deleteDraft(key)
  }
  return drafts.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
}

/** All users' drafts when the user is unknown. */
export const clearDrafts = (userId?: number): void => {
  for (const key of keysFrom(userId === undefined ? prefix : `${prefix}${userId}.`)) deleteDraft(key)
}
