import { createContext, useContext } from 'react'
import type { InvoiceKind } from '#shared/invoice-rules.ts'

export type InvoiceStart = {
  customerId?: number | undefined
  /** All but number, dates and status. */
  copyOf?: number | undefined
  kind?: NewKind | undefined
}
/** A deposit is not written by hand: it is requested on a draft. */
export type NewKind = Exclude<InvoiceKind, 'deposit'>
type Open = (start?: InvoiceStart) => void

/** Provided by the shell, so that pages don't depend on the dialog's feature. */
export const CreateInvoiceContext = createContext<Open>(() => {})

export const useCreateInvoice = (): Open => useContext(CreateInvoiceContext)
