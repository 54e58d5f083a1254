import type { Customer } from '#shared/contract/customers.ts'

/** '1 Main St, Springfield, IL 62704, USA', from whatever parts there are. */
export const formatAddress = ({ address, city, state, zipCode, country }: Customer): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
