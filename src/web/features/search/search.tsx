import type { CurrentUser } from '#shared/contract/auth.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { SearchBar } from './search-bar.tsx'
import { SearchSheet } from './search-sheet.tsx'
import type { InitialSearch } from './use-search.ts'

type Props = {
  user: CurrentUser
  /** Null when nobody asked for the search yet. */
  start: InitialSearch | null
}

/** Finds everything: a field with a list below it, on phones a page of its own. */
export default function Search(props: Props) {
  return useMediaQuery('(min-width: 64rem)') ? <SearchBar {...props} /> : <SearchSheet {...props} />
}
