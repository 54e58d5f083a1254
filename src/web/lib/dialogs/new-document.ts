import { createContext, useContext } from 'react'
import type { InvoiceKind } from '#shared/invoice-rules.ts'
import type { DocumentKind } from '#shared/record-types.ts'

/** What its dialog starts with. */
export type NewDocument = {
  /** Of the one that is edited instead; an invoice has another dialog for that. */
  id?: number | undefined
  customerId?: number | undefined
  /** All but number, dates and status. */
  copyOf?: number | undefined
  /** Of an invoice. */
  kind?: NewKind | undefined
}
/** A deposit is not written by hand: it is requested on a draft. */
export type NewKind = Exclude<InvoiceKind, 'deposit'>

/** Provided by the shell, so that pages don't depend on the dialog's feature. */
export const NewDocumentContext = createContext(async (_type: DocumentKind, _start: NewDocument): Promise<void> => {})

export const useNewDocument = (type: DocumentKind) => {
  const open = useContext(NewDocumentContext)
  return (start: NewDocument = {}) => open(type, start)
}
