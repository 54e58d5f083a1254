import { useId } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { getOptionId } from './results.tsx'
import { useActiveOption } from './use-active-option.ts'
import { useSearch } from './use-search.ts'
import { type SearchOption, useSearchOptions } from './use-search-options.ts'

/**
 * The search as a field and the list below it need it.
 * @param leave closes it; called before what was chosen happens, so that a dialog finds the focus where it belongs
 */
export const useSearchCombobox = (user: CurrentUser, text: string, isOpen: boolean, leave: () => void) => {
  const listId = useId()
  const search = useSearch(isOpen ? text : '')
  const groups = useSearchOptions(user, text, search)
  const choose = (option: SearchOption) => {
    if (option.key !== 'try again') leave()
    option.run()
  }
  const choice = useActiveOption(groups, text, search.isWaiting, choose)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const { found, isWaiting, error } = search
  const said = error
    ? 'The search failed.'
    : isWaiting
      ? 'Searching…'
      : text.trim() !== '' && found?.hits.length === 0
        ? `No results for ${text.trim()}`
        : `${found?.corrected ? `Showing results for ${found.corrected}. ` : ''}${count} ${count === 1 ? 'choice' : 'choices'}`
  return {
    results: { listId, text, groups, search, choice, choose },
    /** For the eye the list says it; this is for the ear. */
    said: isOpen ? said : '',
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen && choice.active ? getOptionId(listId, choice.active) : undefined,
    } as const,
  }
}
