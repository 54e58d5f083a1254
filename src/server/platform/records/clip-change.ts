import type { FieldChange } from '#shared/contract/document-history.ts'

const maxLength = 500

/** Clips by characters, so that none is split. @param from index of the first character to include */
const clip = (text: string, from = 0) => {
  const characters = [...text]
  const clipped = characters.slice(from, from + maxLength).join('')
  return `${from > 0 ? '…' : ''}${clipped}${characters.length > from + maxLength ? '…' : ''}`
}

/**
 * Clips the values of a change for the event log. Long texts with a common beginning are shown from shortly before their first difference; otherwise both would
 * look the same.
 */
export const clipChange = (before: string | null, after: string | null): Omit<FieldChange, 'field'> => {
  const [a, b] = [[...(before ?? '')], [...(after ?? '')]]
  const firstDifference = a.findIndex((character, i) => character !== b[i])
  const from = Math.max((firstDifference === -1 ? a.length : firstDifference) - 100, 0)
  const start = Math.max(a.length, b.length) > maxLength ? from : 0
  return { before: before && clip(before, start), after: after && clip(after, start) }
}
