import { useId } from 'react'
import { getOptionId } from './results.tsx'
import { useActiveOption } from './use-active-option.ts'
import { useSearch } from './use-search.ts'
import { type SearchablePage, type SearchOption, useSearchOptions } from './use-search-options.ts'

/**
 * Props for the search field and its results.
 * @param leave closes the search; called before the chosen option runs, so that a dialog records the right focus
 */
export const useSearchCombobox = (pages: readonly SearchablePage[], text: string, isOpen: boolean, leave: () => void) => {
  const listId = useId()
  const search = useSearch(isOpen ? text : '')
  const groups = useSearchOptions(pages, text, search)
  const choose = (option: SearchOption) => {
    if (option.key !== 'try again') leave()
    option.run()
  }
  const choice = useActiveOption(groups, text, search.isWaiting, choose)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const { found, isWaiting, error } = search
  const announcement = error
    ? 'The search failed.'
    : isWaiting
      ? 'Searching…'
      : text.trim() !== '' && found?.hits.length === 0
        ? `No results for ${text.trim()}`
        : `${found?.corrected ? `Showing results for ${found.corrected}. ` : ''}${count} ${count === 1 ? 'choice' : 'choices'}`
  return {
    results: { listId, text, groups, search, choice, choose },
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
