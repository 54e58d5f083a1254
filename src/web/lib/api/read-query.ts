import { queryOptions } from '@tanstack/react-query'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { call } from './client.ts'

type WithoutParameters<A extends EndpointAddress> = A['path'] extends `${string}:${string}` ? never : A

export const readQuery = <A extends EndpointAddress<'GET'>>(address: WithoutParameters<A> & A) =>
  queryOptions({ queryKey: [address.path], queryFn: ({ signal }) => call<A>(address, { signal } as never) })
