import { createContext, useContext } from 'react'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Currency } from '#shared/currencies.ts'

const Context = createContext<Currency>(businessDefaults.currency)

/** Provides the currency of the document in a form. */
export const DocumentCurrency = Context.Provider

/** The currency of the document in this form: a new one has the currency of the business. */
export const useDocumentCurrency = (): Currency => useContext(Context)
