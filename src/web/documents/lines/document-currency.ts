import { createContext, useContext } from 'react'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Currency } from '#shared/currencies.ts'

const Context = createContext<Currency>(businessDefaults.currency)

export const DocumentCurrency = Context.Provider

export const useDocumentCurrency = (): Currency => useContext(Context)
