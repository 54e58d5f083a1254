import { useCombobox } from 'downshift'
import { type FocusEventHandler, type KeyboardEvent, useEffect, useState } from 'react'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import { type ComboboxOption, maxOptions, preventDownshiftDefault } from './option-list.tsx'

export type OptionSearch<T> = {
  /** The text that `options` belong to: the previous results stay until the next arrive. */
  text: string
  options: readonly T[]
  state: 'searching' | 'found' | 'failed'
  more: boolean
  failure?: string | undefined
  retry: () => void
}

const types = useCombobox.stateChangeTypes
const arrowKeyTypes: readonly string[] = [
  types.InputKeyDownArrowDown,
  types.InputKeyDownArrowUp,
  types.InputKeyDownHome,
  types.InputKeyDownEnd,
  types.InputKeyDownPageUp,
  types.InputKeyDownPageDown,
]
/** Shown as an option when the search failed, so that the keyboard reaches it. */
const tryAgain: ComboboxOption = { id: 'try-again', label: 'Try again' }

const isSameText = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0

export type ComboboxStateOptions<T extends ComboboxOption> = {
  value: T | null
  onValueChange: (choice: T | null) => void
  found: OptionSearch<T>
  /** '' for all options. Results arrive through `found`, in any order and at any time. */
  onSearch: (text: string) => void
  optional?: boolean | undefined
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined
}

export const useComboboxState = <T extends ComboboxOption>({
  value,
  onValueChange,
  found,
  onSearch,
  optional,
  onBlur,
}: ComboboxStateOptions<T>) => {
  const [isOpen, setOpen] = useState(false)
  /** Null while the choice's name is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  /** Within the results for `of`. */
  const [highlighted, setHighlighted] = useState<{ index: number; of: string; isByMouse: boolean } | null>(null)
  /** Enter was pressed, or the field left, before the results arrived: take the first, or the only, result. */
  const [awaited, setAwaited] = useState<'first' | 'only' | null>(null)

  const query = (typed ?? '').trim()
  const isFresh = found.state !== 'searching' && found.text === query
  const rows: readonly (T | ComboboxOption)[] = isFresh && found.state === 'failed' ? [tryAgain] : found.options.slice(0, maxOptions)
  const chosenIndex = rows.findIndex(({ id }) => id === value?.id)
  const isShown = highlighted?.of === found.text && highlighted.index < rows.length
  // The pointer may rest where the rows of an earlier search still are.
  const current = isShown && (isFresh || !highlighted.isByMouse) ? highlighted : null
  // Enter takes the first match, but never one of an earlier search, and none for an emptied text.
  const first = Math.min(0, rows.length - 1)
  const initialIndex = typed === null ? chosenIndex : -1
  const defaultIndex = !isFresh ? -1 : rows[0] === tryAgain || query !== '' ? first : initialIndex
  const highlightedIndex = isOpen ? (current?.index ?? defaultIndex) : -1

  const close = () => {
    setOpen(false)
    setTyped(null)
    setHighlighted(null)
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
    // Not left to downshift, which tells only after the next key may have been pressed.
    setOpen(true)
    setHighlighted(null)
    setAwaited(null)
    onSearch(text.trim())
  }
  const resolve = (which: 'first' | 'only') => {
    const sameName = found.options.filter(({ label }) => isSameText(label, query))
    const match =
      which === 'first' ? found.options[0] : found.options.length === 1 ? found.options[0] : sameName.length === 1 && sameName[0]
    if (match) choose(match)
    else if (which === 'only') close()
    else setAwaited(null)
  }
  const leave = () => {
    setOpen(false)
    if (typed === null) return
    if (query === '') return optional && value ? choose(null) : close()
    if (isFresh) resolve('only')
    else setAwaited('only')
  }
  useEffect(() => {
    if (awaited && isFresh) resolve(awaited)
  })
  useEscapeKey(isOpen, close)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const row = rows[highlightedIndex]
    if (event.nativeEvent.isComposing || event.key === 'Escape') preventDownshiftDefault(event)
    else if (event.key === 'Tab' && isOpen && row && row !== tryAgain && !current?.isByMouse) choose(row as T)
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
    onHighlightedIndexChange: ({ highlightedIndex: index, type: changeType }) => {
      if (arrowKeyTypes.includes(changeType)) setHighlighted({ index, of: found.text, isByMouse: false })
      else if (changeType === types.ItemMouseMove) setHighlighted({ index, of: found.text, isByMouse: true })
      else if (changeType === types.MenuMouseLeave) setHighlighted(null)
    },
    inputValue: typed ?? value?.label ?? '',
    // Always null, so that choosing the current option is reported, too.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && take(selectedItem),
    stateReducer: (state, { type: changeType, changes }) => {
      if (changeType === types.InputClick) return { ...changes, isOpen: true, highlightedIndex: -1 }
      if (changeType === types.InputBlur) return { ...state, isOpen: false }
      if (changes.selectedItem === tryAgain) return { ...changes, isOpen: true }
      // An arrow key that opens the list highlights the current choice: looking and leaving by Tab changes nothing.
      return !state.isOpen && arrowKeyTypes.includes(changeType) ? { ...changes, highlightedIndex: -1 } : changes
    },
  })

  return {
    isOpen,
    isFresh,
    isWaiting: !isFresh && (isOpen || awaited !== null),
    rows,
    clear: () => choose(null),
    getMenuProps: downshift.getMenuProps,
    getItemProps: (item: Parameters<typeof downshift.getItemProps>[0]) =>
      downshift.getItemProps({
        ...item,
        // Rows that come to lie under a resting pointer are not pointed at.
        onMouseMove: (event) => event.movementX === 0 && event.movementY === 0 && preventDownshiftDefault(event),
      }),
    getInputProps: (more: Parameters<typeof downshift.getInputProps>[0]) =>
      downshift.getInputProps({
        ...more,
        onKeyDown,
        // Set here rather than in downshift's callback: a later update would move the caret to the end.
        onChange: (event) => type((event.currentTarget as HTMLInputElement).value),
        onFocus: (event) => event.currentTarget.select(),
        onClick: (event) => {
          const input = event.currentTarget as HTMLInputElement
          const shown = input.value
          // After the browser's own click handling, which puts the caret into text that is already selected.
          if (typed === null) setTimeout(() => input.value === shown && input.select())
        },
        onBlur: (event) => {
          preventDownshiftDefault(event)
          // Another window was activated: the focus is still in the field.
          if (document.activeElement !== event.currentTarget) leave()
          onBlur?.(event)
        },
      }),
  }
}
