import { createContext, useContext } from 'react'

/** Opens the Create New Invoice dialog. The shell supplies it, so that no page needs to know where the dialog comes from. */
export const CreateInvoiceContext = createContext<() => void>(() => {})

/** `const openCreateInvoice = useCreateInvoice()` */
export const useCreateInvoice = (): (() => void) => useContext(CreateInvoiceContext)
