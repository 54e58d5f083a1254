import { createContext, useContext } from 'react'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney, type Sum } from '#shared/money.ts'

const Context = createContext<Currency>(businessDefaults.currency)

export const HomeCurrency = Context.Provider

/** Of all amounts that belong to no document. */
export const useHomeCurrency = (): Currency => useContext(Context)

export const HomeMoney = ({ amount }: { amount: Amount | Sum | string }) => formatMoney(amount, useHomeCurrency())
