import { createContext, useContext } from 'react'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney, type Sum } from '#shared/money.ts'

const Context = createContext<Currency>(businessDefaults.currency)

/** Provides the currency of the signed-in user's business. */
export const HomeCurrency = Context.Provider

/** The currency of the business: of all amounts that belong to no document. */
export const useHomeCurrency = (): Currency => useContext(Context)

/** An amount in the currency of the business. */
export const HomeMoney = ({ amount }: { amount: Amount | Sum | string }) => formatMoney(amount, useHomeCurrency())
