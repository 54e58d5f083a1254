import type { CustomerBalances } from '#modules/customers/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'

/** Whether something is owed in another currency than that of the business, so that its sum says too little. */
export const hasOtherCurrency = (balances: CustomerBalances, home: Currency): boolean => balances.some(({ currency }) => currency !== home)

export const formatBalance = ({ balance, currency }: CustomerBalances[number]): string => formatMoney(balance, currency)
