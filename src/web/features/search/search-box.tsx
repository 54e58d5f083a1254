import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import type { SearchablePage } from './match-actions.ts'
import { type InitialSearch, SearchButton, SearchField } from './search-field.tsx'
import { useSearchShortcuts } from './search-shortcut.ts'

const loadSearch = () => import('./search-bar.tsx')
const preload = () => void loadSearch().catch(() => {})

/** Its field renders at once; its code loads when the user reaches for it, and takes over the text typed until then. */
export const SearchBox = ({ pages }: { pages: readonly SearchablePage[] }) => {
  const { part, fetch } = useOnDemand(loadSearch)
  const [text, setText] = useState('')
  const [start, setStart] = useState<InitialSearch | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const open = (typed = text) => {
    const previousFocus = document.activeElement
    setStart((was) => ({ previousFocus, ...was, text: typed }))
    void fetch()
  }
  const openByShortcut = () => {
    open()
    // The user may go on typing at once.
    field.current?.focus()
  }
  const [params, setParams] = useSearchParams()
  const isRequested = params.get('open') === 'search'
  useEffect(() => {
    if (!isRequested) return
    setParams({}, { replace: true })
    setStart({ previousFocus: null, text: '' })
    void fetch()
  }, [isRequested, setParams, fetch])
  useEffect(() => preloadWhenIdle(loadSearch), [])
  useSearchShortcuts(part ? undefined : openByShortcut)
  if (part) return <part.default pages={pages} start={start} />
  return (
    <>
      <SearchField
        ref={field}
        value={text}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => open()}
        onChange={(event) => {
          setText(event.target.value)
          open(event.target.value)
        }}
      />
      <SearchButton onPointerEnter={preload} onClick={() => open()} />
    </>
  )
}
