import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useFormContext } from 'react-hook-form'
import type { ItemWire } from '#shared/contract/items.ts'
import { computedTax, type DocumentDraft, emptyLine } from './draft-totals.ts'

/** Writes the tax that rate and lines come to into its field: after every change of either, so that a typed amount lasts until then. */
export const useRecalculateTax = (): (() => void) => {
  const { getValues, setValue, getFieldState } = useFormContext<DocumentDraft>()
  return useCallback(
    () => setValue('taxAmount', computedTax(getValues()), { shouldValidate: getFieldState('taxAmount').invalid }),
    [getValues, setValue, getFieldState],
  )
}

type Form = UseFormReturn<DocumentDraft>

/**
 * What a line needs of the form around it. It stays the same object however often the form draws itself: with a thousand lines,
 * typing in one must not draw the others.
 */
export type LineForm = Pick<Form, 'control' | 'register' | 'getValues' | 'setValue' | 'setFocus' | 'getFieldState'> & {
  retax: () => void
  /** The text that a picked item gives its line. */
  wordsFor: (item: ItemWire) => string
  /** The least that the quantity's own arrows step down to. */
  minQuantity: string
}

export const useLineForm = ({ wordsFor, minQuantity }: Pick<LineForm, 'wordsFor' | 'minQuantity'>): LineForm => {
  const { control, register, getValues, setValue, setFocus, getFieldState } = useFormContext<DocumentDraft>()
  const retax = useRecalculateTax()
  return useMemo(
    () => ({ control, register, getValues, setValue, setFocus, getFieldState, retax, wordsFor, minQuantity }),
    [control, register, getValues, setValue, setFocus, getFieldState, retax, wordsFor, minQuantity],
  )
}

/** What can be done with the lines. It stays the same object, see `LineForm`. */
export type LineActions = {
  add: () => void
  remove: (index: number) => void
  /** Moves a line, unless there is no such place. */
  move: (from: number, to: number) => void
  /** Goes to the line below, and below the last one makes it. */
  enter: (index: number) => void
}

/**
 * The lines of the form around it, and their actions. `said` is for screen readers.
 * @param onAdded told when the new last line is there
 * @param onRemoved told which line went, when those below have moved up
 */
export const useLines = ({ onAdded, onRemoved }: { onAdded: () => void; onRemoved: (index: number) => void }) => {
  const { control, setFocus, getValues } = useFormContext<DocumentDraft>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'lineItems', keyName: 'key' })
  const retax = useRecalculateTax()
  const [said, setSaid] = useState('')
  // The focus goes with the line that has it; here the view follows.
  const moved = useRef(false)
  const added = useRef(false)
  const removed = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks after every change of the rows
  useEffect(() => {
    if (moved.current) document.activeElement?.scrollIntoView({ block: 'nearest' })
    moved.current = false
    if (added.current) onAdded()
    added.current = false
    if (removed.current !== undefined) onRemoved(removed.current)
    removed.current = undefined
  }, [fields])

  const actions: LineActions = {
    add: () => {
      added.current = true
      // The library goes by the names of fields, and those of lines that are not built are not kept up with their places.
      append(emptyLine, { shouldFocus: false })
    },
    remove: (index) => {
      removed.current = index
      remove(index)
      retax()
      setSaid(`Line ${index + 1} removed.`)
    },
    move: (from, to) => {
      const count = getValues('lineItems').length
      if (to < 0 || to >= count || from === to) return
      moved.current = true
      move(from, to)
      setSaid(`Line ${from + 1} moved to position ${to + 1} of ${count}.`)
    },
    enter: (index) => {
      if (index === getValues('lineItems').length - 1) actions.add()
      else setFocus(`lineItems.${index + 1}.description`)
    },
  }
  const latest = useRef(actions)
  latest.current = actions
  const stable = useMemo<LineActions>(
    () => ({
      add: () => latest.current.add(),
      remove: (index) => latest.current.remove(index),
      move: (from, to) => latest.current.move(from, to),
      enter: (index) => latest.current.enter(index),
    }),
    [],
  )
  return { fields, said, actions: stable }
}
