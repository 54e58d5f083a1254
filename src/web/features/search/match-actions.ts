import { foldText } from './fold-text.ts'

/** An action offered among the search results. */
export type Action = { label: string; run: () => void }

const maxActions = 5

/**
 * Returns the actions of which every typed word starts a word. For an empty text, the first of `actions`.
 * @param navigation actions that open pages, offered only when typed
 */
export const matchActions = (typed: string, actions: readonly Action[], navigation: readonly Action[]): Action[] => {
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return actions.slice(0, maxActions)
  const matches = ({ label }: Action) => {
    const own = foldText(label).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
  return [...actions, ...navigation].filter(matches).slice(0, maxActions)
}
