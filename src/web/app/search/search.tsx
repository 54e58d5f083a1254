import type { CurrentUser } from '#shared/api/auth.ts'
import { useMedia } from '../../lib/use-media.ts'
import { SearchBar } from './search-bar.tsx'
import type { Start } from './search-box.tsx'
import { SearchSheet } from './search-sheet.tsx'

type Props = {
  user: CurrentUser
  /** Null when nobody asked for the search yet. */
  start: Start | null
}

/** Finds everything: a field with a list below it, on phones a page of its own. */
export default function Search(props: Props) {
  return useMedia('(min-width: 64rem)') ? <SearchBar {...props} /> : <SearchSheet {...props} />
}
