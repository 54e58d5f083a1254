import { createContext, useContext } from 'react'
import type { FormDraft } from './form-draft.ts'

/** Where the contents of a new recurring invoice come from. Without any of them it starts empty. */
export type RepeatStart = {
  /** The saved document that is repeated. */
  of?: { type: 'invoice' | 'estimate'; id: number }
  /** A new invoice as it is being written. */
  draft?: FormDraft
  /** Called when the recurring invoice is saved. */
  onSaved?: () => void
}
/** Resolves when the dialog is open, or when loading it failed and a toast said so. */
type Open = (start?: RepeatStart) => Promise<void>

/** Opens the dialog of a new recurring invoice. Provided by the shell, so that invoices and estimates don't depend on its feature. */
export const RepeatContext = createContext<Open>(async () => {})

/** `const openRepeat = useRepeat()` */
export const useRepeat = (): Open => useContext(RepeatContext)
