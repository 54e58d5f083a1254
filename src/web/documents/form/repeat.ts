import { createContext, useContext } from 'react'

/** Without a record it starts empty. */
export type RepeatStart = { of?: { type: 'invoice' | 'estimate'; id: number } }
/** Resolves when the dialog is open, or when loading it failed and a toast said so. */
type Open = (start?: RepeatStart) => Promise<void>

/** Provided by the shell, so that invoices and estimates don't depend on the dialog's feature. */
export const RepeatContext = createContext<Open>(async () => {})

export const useRepeat = (): Open => useContext(RepeatContext)
