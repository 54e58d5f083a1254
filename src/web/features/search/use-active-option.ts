import { type KeyboardEvent, useState } from 'react'
import type { SearchGroup, SearchOption } from './use-search-options.ts'

export type ActiveOption = {
  /** The option that Enter takes: the first, until the arrows or the pointer went elsewhere. */
  active: SearchOption | undefined
  point: (option: SearchOption) => void
  /** Arrows, Home, End and Enter in the field. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * Which option the keys are at.
 * @param text what is searched: another text begins with its first option again
 * @param isWaiting the answer is still to come: Enter doesn't take what answers another text, but may take an action
 */
export const useActiveOption = (
  groups: readonly SearchGroup[],
  text: string,
  isWaiting: boolean,
  choose: (option: SearchOption) => void,
): ActiveOption => {
  const [moved, setMoved] = useState<{ key: string; text: string } | null>(null)
  const options = groups.flatMap((group) => group.options)
  const wanted = moved?.text === text ? options.findIndex(({ key }) => key === moved.key) : -1
  const index = Math.max(wanted, 0)
  const active = options[index]
  const point = ({ key }: SearchOption) => setMoved({ key, text })
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
        if (active && !(isWaiting && wanted < 0 && groups[0]?.name !== 'Actions')) choose(active)
      }
    },
  }
}
