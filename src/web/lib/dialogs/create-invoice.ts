import { createContext, useContext } from 'react'

/** What a new invoice begins with. */
export type InvoiceStart = {
  customerId?: number
  /** The invoice that it repeats: all but number, dates and status. */
  copyOf?: number
}
type Open = (start?: InvoiceStart) => void

/** Opens the Create New Invoice dialog. The shell supplies it, so that no page needs to know where the dialog comes from. */
export const CreateInvoiceContext = createContext<Open>(() => {})

/** `const openCreateInvoice = useCreateInvoice()`; handed to a button as it is, it opens an empty dialog. */
export const useCreateInvoice = (): Open => useContext(CreateInvoiceContext)
