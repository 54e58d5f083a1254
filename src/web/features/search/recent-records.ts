import type { SearchReplyWire } from '#shared/contract/search.ts'

type Hit = SearchReplyWire['hits'][number]

export const maxRecent = 4
let recent: readonly Hit[] = []

/** Remembered until the page is left. */
export const rememberRecord = (hit: Hit): void => {
  recent = [hit, ...recent.filter(({ path }) => path !== hit.path)].slice(0, maxRecent)
}

export const listRecentRecords = (): readonly Hit[] => recent
