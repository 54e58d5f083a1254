import { useId } from 'react'
import { parseIntent, type SearchablePage } from './match-actions.ts'
import { getOptionId } from './results.tsx'
import { useActiveOption } from './use-active-option.ts'
import { useSearch } from './use-search.ts'
import { type SearchOption, useSearchOptions } from './use-search-options.ts'

/** @param setText to go on typing @param leave called before the chosen option runs, so that a dialog records the right focus */
export const useSearchCombobox = (
  pages: readonly SearchablePage[],
  text: string,
  setText: (text: string) => void,
  isOpen: boolean,
  leave: () => void,
) => {
  const listId = useId()
  const intent = parseIntent(text)
  const search = useSearch(isOpen ? intent.searched : '')
  const groups = useSearchOptions(pages, text, intent, search)
  const choose = (option: SearchOption) => {
    if (option.fill) return setText(option.fill)
    if (option.key !== 'try again') leave()
    option.run?.()
  }
  const choice = useActiveOption(groups, text, search.isWaiting, choose)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const { found, isWaiting, error } = search
  const announcement = error
    ? 'The search failed.'
    : isWaiting
      ? 'Searching…'
      : intent.searched !== '' && found && count === 0
        ? `No results for ${intent.searched}`
        : `${found?.corrected ? `Showing results for ${found.corrected}. ` : ''}${count} ${count === 1 ? 'choice' : 'choices'}`
  return {
    results: { listId, text: intent.searched, groups, search, choice, choose },
    /** Announced to screen readers, which don't see the list change. */
    announcement: isOpen ? announcement : '',
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && choice.active ? getOptionId(listId, choice.active) : undefined,
    } as const,
  }
}
