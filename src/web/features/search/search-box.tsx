import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { SearchButton, SearchField } from './search-field.tsx'
import type { InitialSearch } from './use-search.ts'
import { useSearchShortcuts } from './use-search-shortcuts.ts'

const loadSearch = () => import('./search.tsx')
const lookAhead = () => void loadSearch().catch(() => {})

/** The header's search: its look is there at once, what it does comes when somebody reaches for it, and takes over what was typed until then. */
export const SearchBox = ({ user }: { user: CurrentUser }) => {
  const { part, fetch } = useOnDemand(loadSearch)
  const [text, setText] = useState('')
  const [start, setStart] = useState<InitialSearch | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const ask = (typed = text) => {
    const cameFrom = document.activeElement
    setStart((was) => ({ cameFrom, ...was, text: typed }))
    void fetch()
  }
  const askByKeys = () => {
    ask()
    // Whoever types on at once is heard.
    field.current?.focus()
  }
  const [params, setParams] = useSearchParams()
  const isAsked = params.get('open') === 'search'
  useEffect(() => {
    if (!isAsked) return
    setParams({}, { replace: true })
    setStart({ cameFrom: null, text: '' })
    void fetch()
  }, [isAsked, setParams, fetch])
  useSearchShortcuts(part ? undefined : askByKeys)
  if (part) return <part.default user={user} start={start} />
  return (
    <>
      <SearchField
        ref={field}
        value={text}
        onPointerEnter={lookAhead}
        onFocus={lookAhead}
        onClick={() => ask()}
        onChange={(event) => {
          setText(event.target.value)
          ask(event.target.value)
        }}
      />
      <SearchButton onPointerEnter={lookAhead} onClick={() => ask()} />
    </>
  )
}
