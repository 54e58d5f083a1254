import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useFormContext } from 'react-hook-form'
import type { ItemWire } from '#modules/items/contract.ts'
import { computedTax, type DocumentDraft, emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { useDocumentCurrency } from './document-currency.ts'
import { getTaxRates } from './tax-rates.ts'

/** Writes the computed tax into its field after every change of rate or lines, which replaces a typed amount. */
export const useRecalculateTax = (): (() => void) => {
  const { getValues, setValue, getFieldState } = useFormContext<DocumentDraft>()
  const currency = useDocumentCurrency()
  return useCallback(
    () => setValue('taxAmount', computedTax(getValues(), currency, getTaxRates()), { shouldValidate: getFieldState('taxAmount').invalid }),
    [getValues, setValue, getFieldState, currency],
  )
}

type Form = UseFormReturn<DocumentDraft>

/**
 * The parts of the surrounding form that a line needs. The object is stable across renders: with a thousand lines, typing in one must not
 * rerender the others.
 */
export type LineForm = Pick<Form, 'control' | 'register' | 'getValues' | 'setValue' | 'setFocus' | 'getFieldState'> & {
  recalculateTax: () => void
  /** The description of a line filled from an item. */
  describeItem: (item: ItemWire) => string
  /** The tax rate of a new line. @param itemRate of the item that it is filled from */
  suggestRate: (itemRate: number | null) => number | null
  /** Whether its lines have no tax. */
  isUntaxed: boolean
  /** The minimum of the quantity's stepper arrows. */
  minQuantity: string
  /** What a kind of document shows below the description. */
  renderBelow?: ((index: number) => ReactNode) | undefined
}

export const useLineForm = ({
  describeItem,
  suggestRate,
  isUntaxed,
  minQuantity,
  renderBelow,
}: Pick<LineForm, 'describeItem' | 'suggestRate' | 'isUntaxed' | 'minQuantity' | 'renderBelow'>): LineForm => {
  const { control, register, getValues, setValue, setFocus, getFieldState } = useFormContext<DocumentDraft>()
  const recalculateTax = useRecalculateTax()
  return useMemo(
    () => ({
      ...{ control, register, getValues, setValue, setFocus, getFieldState, recalculateTax, describeItem, suggestRate },
      ...{ isUntaxed, minQuantity, renderBelow },
    }),
    [
      control,
      register,
      getValues,
      setValue,
      setFocus,
      getFieldState,
      recalculateTax,
      describeItem,
      suggestRate,
      isUntaxed,
      minQuantity,
      renderBelow,
    ],
  )
}

/** The actions on lines. The object is stable, see `LineForm`. */
export type LineActions = {
  add: () => void
  /** Adds a charge, such as shipping. */
  addCharge: () => void
  remove: (index: number) => void
  /** Moves a line, unless the target index doesn't exist. */
  move: (from: number, to: number) => void
  /** Moves the focus to the line below, adding one below the last. */
  enter: (index: number) => void
}

/**
 * The lines of the surrounding form, and their actions. `said` is announced to screen readers.
 * @param onAdded called when the new last line is rendered
 * @param onRemoved called with the removed index, when the lines below have moved up
 */
export const useLines = ({
  onAdded,
  onRemoved,
  suggestRate,
}: {
  onAdded: () => void
  onRemoved: (index: number) => void
  suggestRate: LineForm['suggestRate']
}) => {
  const { control, setFocus, getValues } = useFormContext<DocumentDraft>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'lineItems', keyName: 'key' })
  const recalculateTax = useRecalculateTax()
  const [announcement, setAnnouncement] = useState('')
  // The focus stays with its line; this scrolls the line into view.
  const moved = useRef(false)
  const added = useRef(false)
  const removed = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the rows
  useEffect(() => {
    if (moved.current) document.activeElement?.scrollIntoView({ block: 'nearest' })
    moved.current = false
    if (added.current) onAdded()
    added.current = false
    if (removed.current !== undefined) onRemoved(removed.current)
    removed.current = undefined
  }, [fields])

  const addLine = (line: LineDraft) => {
    added.current = true
    // React Hook Form tracks fields by name and doesn't update the indexes of lines that are not rendered.
    append(line, { shouldFocus: false })
  }
  const actions: LineActions = {
    add: () => addLine({ ...emptyLine, taxRateId: suggestRate(null) }),
    addCharge: () => addLine({ ...emptyLine, kind: 'charge', description: 'Shipping', taxRateId: suggestRate(null) }),
    remove: (index) => {
      removed.current = index
      remove(index)
      recalculateTax()
      setAnnouncement(`Line ${index + 1} removed.`)
    },
    move: (from, to) => {
      const count = getValues('lineItems').length
      if (to < 0 || to >= count || from === to) return
      moved.current = true
      move(from, to)
      setAnnouncement(`Line ${from + 1} moved to position ${to + 1} of ${count}.`)
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
      addCharge: () => latest.current.addCharge(),
      remove: (index) => latest.current.remove(index),
      move: (from, to) => latest.current.move(from, to),
      enter: (index) => latest.current.enter(index),
    }),
    [],
  )
  return { fields, announcement, actions: stable }
}
