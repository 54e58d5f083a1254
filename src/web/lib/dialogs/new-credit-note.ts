import { createContext, useContext } from 'react'

export type CreditNoteStart = { customerId?: number | undefined }
type Open = (start: CreditNoteStart) => Promise<void>

/** Provided by the shell, so that pages don't depend on the dialog's feature. */
export const NewCreditNoteContext = createContext<Open>(async () => {})

export const useNewCreditNote = (): Open => useContext(NewCreditNoteContext)
