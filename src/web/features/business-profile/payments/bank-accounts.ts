import { queryOptions } from '@tanstack/react-query'
import type { BankAccountsWire } from '#shared/contract/bank-accounts.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { bankAccountEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { call } from '#web/lib/api/client.ts'

export type BankAccountWire = BankAccountsWire['accounts'][number]

export const bankAccountsQuery = queryOptions({
  queryKey: [apiPaths.businessProfile, 'bank-accounts'],
  queryFn: ({ signal }) => call(bankAccountEndpoints.read, { signal }),
})
