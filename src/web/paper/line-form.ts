import { useMemo } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ItemWire } from '#shared/api/items.ts'
import type { DocumentDraft } from './draft.ts'
import { useRecalculateTax } from './use-retax.ts'

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
