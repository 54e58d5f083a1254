import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { ItemWire } from '#modules/items/contract.ts'
import { hasLineRates } from '#shared/content-totals.ts'
import { computedTax, type DocumentDraft, emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { useDocumentCurrency } from './document-currency.ts'
import { getTaxRates } from './tax-rates.ts'

/** Then lines without a rate have no tax. */
export const useHasLineRates = (): boolean => hasLineRates({ lineItems: useWatch<DocumentDraft, 'lineItems'>({ name: 'lineItems' }) })

/** Replaces a typed amount. */
export const useRecalculateTax = (): (() => void) => {
  const { getValues, setValue, getFieldState } = useFormContext<DocumentDraft>()
  const currency = useDocumentCurrency()
  return useCallback(
    () => setValue('taxAmount', computedTax(getValues(), currency, getTaxRates()), { shouldValidate: getFieldState('taxAmount').invalid }),
    [getValues, setValue, getFieldState, currency],
  )
}

/** Of tax, discount and unit of each line. */
export type LineDetailsSwitch = { isShown: boolean; toggle: () => void }

type Form = UseFormReturn<DocumentDraft>

/** The functions must be stable. */
export type LineOptions = {
  describeItem: (item: ItemWire) => string
  /** A picked item comes once. */
  picksOne?: boolean | undefined
  /** @param itemRate of the item that the line is filled from */
  suggestRate: (itemRate: number | null) => number | null
  isUntaxed?: boolean | undefined
  renderBelow?: ((index: number) => ReactNode) | undefined
}

/** Stable across renders: with a thousand lines, typing in one must not rerender the others. */
export type LineForm = Pick<Form, 'control' | 'register' | 'getValues' | 'setValue' | 'setFocus' | 'getFieldState'> & {
  recalculateTax: () => void
} & LineOptions

export const useLineForm = ({ describeItem, picksOne, suggestRate, isUntaxed, renderBelow }: LineOptions): LineForm => {
  const { control, register, getValues, setValue, setFocus, getFieldState } = useFormContext<DocumentDraft>()
  const parts = {
    ...{ control, register, getValues, setValue, setFocus, getFieldState, recalculateTax: useRecalculateTax() },
    ...{ describeItem, picksOne, suggestRate, isUntaxed, renderBelow },
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: its parts are all that it depends on
  return useMemo(() => parts, Object.values(parts))
}

/** Stable, see `LineForm`. */
export type LineActions = {
  add: () => void
  addCharge: () => void
  remove: (index: number) => void
  /** Does nothing when the target index doesn't exist. */
  move: (from: number, to: number) => void
  enter: (index: number) => void
}

/** @param onRemoved called when the lines below have moved up */
export const useLines = ({ onAdded, onRemoved }: { onAdded: () => void; onRemoved: (index: number) => void }) => {
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

  const getTaxAbove = () => getValues('lineItems').at(-1)?.taxRateId ?? null
  const addLine = (line: LineDraft) => {
    added.current = true
    // React Hook Form tracks fields by name and doesn't update the indexes of lines that are not rendered.
    append(line, { shouldFocus: false })
  }
  const actions: LineActions = {
    add: () => addLine({ ...emptyLine, taxRateId: getTaxAbove() }),
    addCharge: () => addLine({ ...emptyLine, kind: 'charge', description: 'Shipping', taxRateId: getTaxAbove() }),
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
