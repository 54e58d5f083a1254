import { createContext, useContext } from 'react'
import type { InvoiceKind } from '#shared/invoice-rules.ts'

/** Initial values of a new invoice. */
export type InvoiceStart = {
  customerId?: number | undefined
  /** Id of the invoice to duplicate: all but number, dates and status. */
  copyOf?: number | undefined
  kind?: NewKind | undefined
}
/** A deposit is not written by hand: it is requested on a draft. */
export type NewKind = Exclude<InvoiceKind, 'deposit'>
type Open = (start?: InvoiceStart) => void

/** Opens the Create New Invoice dialog. Provided by the shell, so that pages don't depend on the dialog's feature. */
export const CreateInvoiceContext = createContext<Open>(() => {})

/** `const openCreateInvoice = useCreateInvoice()`; without arguments it opens an empty dialog. */
export const useCreateInvoice = (): Open => useContext(CreateInvoiceContext)
