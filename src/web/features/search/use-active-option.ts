import { type KeyboardEvent, useEffect, useState } from 'react'
import type { SearchGroup, SearchOption } from './use-search-options.ts'

export type ActiveOption = {
  /** Selected by Enter: the first, until arrows or pointer move it. */
  active: SearchOption | undefined
  point: (option: SearchOption) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** A changed `text` highlights the first option again. While `isWaiting`, Enter selects an action at once, anything else afterwards. */
export const useActiveOption = (
  groups: readonly SearchGroup[],
  text: string,
  isWaiting: boolean,
  choose: (option: SearchOption) => void,
): ActiveOption => {
  const [highlighted, setHighlighted] = useState<{ key: string; text: string } | null>(null)
  const options = groups.flatMap((group) => group.options)
  const found = highlighted?.text === text ? options.findIndex(({ key }) => key === highlighted.key) : -1
  const index = Math.max(found, 0)
  const active = options[index]
  /** The text for which Enter was pressed before its results were there. */
  const [enteredText, setEnteredText] = useState<string | null>(null)
  useEffect(() => {
    if (enteredText === null || (enteredText === text && isWaiting)) return
    setEnteredText(null)
    if (enteredText === text && active && active.key !== 'try again') choose(active)
  }, [enteredText, text, isWaiting, active, choose])
  const point = ({ key }: SearchOption) => setHighlighted({ key, text })
  const go = (to: number) => {
    const option = options[(to + options.length) % options.length]
    if (option) point(option)
  }
  return {
    active,
    point,
    onKeyDown: (event) => {
      // With Shift they select text.
      if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: options.length - 1 }[event.key]
      if (to !== undefined) {
        event.preventDefault()
        go(to)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        if (isWaiting && found < 0 && !groups[0]?.isReady) setEnteredText(text)
        else if (active) choose(active)
      }
    },
  }
}
