import { foldText } from './fold-text.ts'

/** Something to do rather than something to find. */
export type Action = { label: string; run: () => void }

const mostShown = 5

/**
 * The actions whose words begin as what was typed, each typed word one of them. Before anything is typed, the first of them all.
 * @param ways to pages, offered only once somebody asks for them
 */
export const matchActions = (typed: string, deeds: readonly Action[], ways: readonly Action[]): Action[] => {
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return deeds.slice(0, mostShown)
  const fits = ({ label }: Action) => {
    const own = foldText(label).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
  return [...deeds, ...ways].filter(fits).slice(0, mostShown)
}
