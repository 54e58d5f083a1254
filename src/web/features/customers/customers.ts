import { useQuery } from '@tanstack/react-query'
import type { EndpointAt } from '#modules/contract.ts'
import type { CustomerBalances } from '#modules/customers/contract.ts'
import { customerEndpoints, customerModel } from '#modules/customers/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { Currency } from '#shared/currencies.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { formatMoney } from '#shared/money.ts'
import { createEntity } from '#web/entity/entity.ts'
import { call } from '#web/lib/api/client.ts'

export const customers = createEntity(customerModel, customerEndpoints, {
  // A VAT id or a registration id is found with and without its separators.
  searchIn: ({ name, email, company, vatId, registrationId }) => [
    ...[name, email, company, vatId, registrationId],
    ...[vatId, registrationId].map((taxId) => taxId?.replace(/[ .-]/g, '') ?? null),
  ],
  sorts: [
    { value: 'name', label: 'Name A–Z' },
    { value: '-name', label: 'Name Z–A' },
    { value: 'company', label: 'Company A–Z' },
    { value: 'email', label: 'Email A–Z' },
    { value: '-created', label: 'Newest first' },
    { value: 'created', label: 'Oldest first' },
  ],
  // Documents and figures show the customer's name.
  alsoChanges: [apiPaths.invoices, apiPaths.dashboard, apiPaths.reports, apiPaths.expenses],
})

/** @param what names it in the query key */
export const useOfCustomer = <A extends EndpointAddress<'GET', `/api/customers/:id${string}`>>(address: A, what: string, id: number) =>
  useQuery({
    queryKey: [customers.path, what, id],
    queryFn: ({ signal }): Promise<WireReplyOf<EndpointAt<A>>> => call(address, { params: { id }, signal } as never),
  })

/** Whether something is owed in another currency than that of the business, so that its sum says too little. */
export const hasOtherCurrency = (balances: CustomerBalances, home: Currency): boolean => balances.some(({ currency }) => currency !== home)

export const formatBalance = ({ balance, currency }: CustomerBalances[number]): string => formatMoney(balance, currency)
