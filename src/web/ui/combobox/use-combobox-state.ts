import { useCombobox } from 'downshift'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import type { ComboboxProps } from './combobox.tsx'
import { type ComboboxOption, maxOptions, preventDownshiftDefault } from './option-list.tsx'

/** What a search has found so far. */
export type OptionSearch<T> = {
  /** What `options` answer: those of an older question stay until the newer answer comes. */
  text: string
  options: readonly T[]
  state: 'searching' | 'found' | 'failed'
  /** There are others that match. */
  more: boolean
  /** What went wrong, in a sentence. */
  failure?: string | undefined
  retry: () => void
}

const types = useCombobox.stateChangeTypes
const byArrow: readonly string[] = [
  types.InputKeyDownArrowDown,
  types.InputKeyDownArrowUp,
  types.InputKeyDownHome,
  types.InputKeyDownEnd,
  types.InputKeyDownPageUp,
  types.InputKeyDownPageDown,
]
/** Stands in the list when the search failed, so that the keys reach it as they reach every option. */
const tryAgain: ComboboxOption = { id: 'try-again', label: 'Try again' }

const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0

type Options<T extends ComboboxOption> = Pick<ComboboxProps<T>, 'value' | 'onValueChange' | 'found' | 'onSearch' | 'optional' | 'onBlur'>

/** The combobox's behaviour: what is typed, which option the keys are at, and what leaving means. */
export const useComboboxState = <T extends ComboboxOption>({ value, onValueChange, found, onSearch, optional, onBlur }: Options<T>) => {
  const [isOpen, setOpen] = useState(false)
  /** What is being typed instead of the choice's name; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null)
  /** Where keys or mouse went in the options that answer `of`. */
  const [moved, setMoved] = useState<{ index: number; of: string; byMouse: boolean } | null>(null)
  /** Enter or leaving came before the answer: take its first option, or its only one. */
  const [awaited, setAwaited] = useState<'first' | 'only' | null>(null)

  const wanted = (typed ?? '').trim()
  const isFresh = found.state !== 'searching' && found.text === wanted
  const rows: readonly (T | ComboboxOption)[] = isFresh && found.state === 'failed' ? [tryAgain] : found.options.slice(0, maxOptions)
  const chosenIndex = rows.findIndex(({ id }) => id === value?.id)
  const here = moved?.of === found.text && moved.index < rows.length ? moved : null
  // The first match is what Enter takes; never one that answers another question, and none for an emptied text.
  const first = Math.min(0, rows.length - 1)
  const untouched = typed === null ? chosenIndex : -1
  const proposed = !isFresh ? -1 : rows[0] === tryAgain || wanted !== '' ? first : untouched
  const highlightedIndex = isOpen ? (here?.index ?? proposed) : -1

  const close = () => {
    setOpen(false)
    setTyped(null)
    setMoved(null)
    setAwaited(null)
    onSearch('')
  }
  const choose = (choice: T | null) => {
    close()
    onValueChange(choice)
  }
  const take = (row: T | ComboboxOption) => (row === tryAgain ? found.retry() : choose(row as T))
  const type = (text: string) => {
    setTyped(text)
    setMoved(null)
    setAwaited(null)
    onSearch(text.trim())
  }
  const settle = (which: 'first' | 'only') => {
    const named = found.options.filter(({ label }) => same(label, wanted))
    const meant = which === 'first' ? found.options[0] : found.options.length === 1 ? found.options[0] : named.length === 1 && named[0]
    if (meant) choose(meant)
    else if (which === 'only') close()
    else setAwaited(null)
  }
  const leave = () => {
    setOpen(false)
    if (typed === null) return
    if (wanted === '') return optional && value ? choose(null) : close()
    if (isFresh) settle('only')
    else setAwaited('only')
  }
  useEffect(() => {
    if (awaited && isFresh) settle(awaited)
  })
  useEscapeKey(isOpen, close)

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const row = rows[highlightedIndex]
    if (event.nativeEvent.isComposing || event.key === 'Escape') preventDownshiftDefault(event)
    else if (event.key === 'Tab' && isOpen && row && row !== tryAgain && !here?.byMouse) choose(row as T)
    else if (event.key === 'Enter' && isOpen && !row) {
      event.preventDefault()
      preventDownshiftDefault(event)
      if (!isFresh) setAwaited('first')
    }
  }

  const downshift = useCombobox<T | ComboboxOption>({
    items: rows as (T | ComboboxOption)[],
    itemToString: (row) => row?.label ?? '',
    itemToKey: (row) => row?.id ?? null,
    isOpen,
    onIsOpenChange: ({ isOpen: next }) => setOpen(next),
    highlightedIndex,
    onHighlightedIndexChange: ({ highlightedIndex: index, type: why }) => {
      if (byArrow.includes(why)) setMoved({ index, of: found.text, byMouse: false })
      else if (why === types.ItemMouseMove) setMoved({ index, of: found.text, byMouse: true })
      else if (why === types.MenuMouseLeave) setMoved(null)
    },
    inputValue: typed ?? value?.label ?? '',
    // Always none, so that choosing what is chosen is told as well.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && take(selectedItem),
    stateReducer: (state, { type: why, changes }) => {
      if (why === types.InputClick) return { ...changes, isOpen: true, highlightedIndex: -1 }
      if (why === types.InputBlur) return { ...state, isOpen: false }
      if (changes.selectedItem === tryAgain) return { ...changes, isOpen: true }
      // An arrow that only opens the list is at what is chosen: to look and to leave by Tab changes nothing.
      return !state.isOpen && byArrow.includes(why) ? { ...changes, highlightedIndex: -1 } : changes
    },
  })

  return {
    isOpen,
    isFresh,
    isWaiting: !isFresh && (isOpen || awaited !== null),
    rows,
    clear: () => choose(null),
    getMenuProps: downshift.getMenuProps,
    getItemProps: downshift.getItemProps,
    getInputProps: (more: Parameters<typeof downshift.getInputProps>[0]) =>
      downshift.getInputProps({
        ...more,
        onKeyDown: keys,
        // Here, and not when downshift tells: a text set later would send the caret to the end.
        onChange: (event) => type((event.currentTarget as HTMLInputElement).value),
        // Typing replaces what was chosen.
        onFocus: (event) => event.currentTarget.select(),
        onClick: (event) => {
          const input = event.currentTarget as HTMLInputElement
          const shown = input.value
          // After the browser's own answer to the click: where all is selected already, it puts the caret into it.
          if (typed === null) setTimeout(() => input.value === shown && input.select())
        },
        onBlur: (event) => {
          preventDownshiftDefault(event)
          // Another window came to the front: nobody left the field.
          if (document.activeElement !== event.currentTarget) leave()
          onBlur?.(event)
        },
      }),
  }
}
