import { useMediaQuery } from '#web/lib/use-media-query.ts'
import type { SearchablePage } from './match-actions.ts'
import { SearchBar } from './search-bar.tsx'
import type { InitialSearch } from './search-field.tsx'
import { SearchSheet } from './search-sheet.tsx'

type Props = {
  pages: readonly SearchablePage[]
  /** Null until the user opens the search. */
  start: InitialSearch | null
}

export default function Search(props: Props) {
  return useMediaQuery('(min-width: 64rem)') ? <SearchBar {...props} /> : <SearchSheet {...props} />
}
