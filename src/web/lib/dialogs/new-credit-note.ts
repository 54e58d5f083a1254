import { createContext, useContext } from 'react'

/** Initial values of a new credit note without an invoice. */
export type CreditNoteStart = { customerId?: number | undefined }
/** Resolves when the dialog is open, or when loading it failed and a toast said so. */
type Open = (start: CreditNoteStart) => Promise<void>

/** Opens the New Credit Note dialog. Provided by the shell, so that pages don't depend on the dialog's feature. */
export const NewCreditNoteContext = createContext<Open>(async () => {})

/** `const openNewCreditNote = useNewCreditNote()` */
export const useNewCreditNote = (): Open => useContext(NewCreditNoteContext)
