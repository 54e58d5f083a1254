import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FocusEventHandler, Ref } from 'react'
import type { Customer } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { Combobox } from '#web/ui/combobox/combobox.tsx'
import { maxOptions } from '#web/ui/combobox/option-list.tsx'
import type { ControlProps } from '#web/ui/field.tsx'
import { useOptionSearch } from './use-option-search.ts'

const getKey = (id: number | null) => [customerEndpoints.list.path, 'one', id]

const toOption = (customer: Customer) => ({
  id: customer.id,
  label: customer.name,
  note: [customer.company, customer.email].filter(Boolean).join(' · '),
  customer,
})

const search = async (text: string, signal: AbortSignal) => {
  const { rows, next } = await callPage(customerEndpoints.list, { query: { search: text, limit: maxOptions, sort: 'name' }, signal })
  return { options: rows.map(toOption), more: next !== null }
}
const useCustomers = () => useOptionSearch(customerEndpoints.list.path, search, 'Customers could not be loaded.')

/** Saves a request. */
export const cacheCustomer = (client: QueryClient, customer: Customer): void => {
  client.setQueryData(getKey(customer.id), customer)
}

const getQuery = (id: number | null) =>
  queryOptions({
    queryKey: getKey(id),
    queryFn: ({ signal }) => call(customerEndpoints.one, { params: { id: id! }, signal }),
    enabled: id !== null,
  })

export const loadCustomer = (client: QueryClient, id: number): Promise<Customer> => client.ensureQueryData(getQuery(id))

const useOne = (id: number | null) => useQuery(getQuery(id))

export const getKnownCustomer = (client: QueryClient, id: number): Customer | undefined => client.getQueryData(getQuery(id).queryKey)

export const useCustomer = (id: number | null): Customer | undefined => useOne(id).data

/** False until known. */
export const useHasNoCustomers = (): boolean => {
  const { found } = useCustomers()
  return found.state === 'found' && found.options.length === 0
}

type Props = ControlProps & {
  value: number | null
  onChange: (customer: Customer | null) => void
  /** Shown until the chosen customer is loaded, or when loading fails. */
  knownAs?: string | undefined
  optional?: boolean | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined
}

export const CustomerPicker = ({ value, onChange, knownAs = '', ...rest }: Props) => {
  const client = useQueryClient()
  const { found, onSearch } = useCustomers()
  const { data: known, isError: isUnknown } = useOne(value)
  const selected = value === null ? null : known ? toOption(known) : { id: value, label: knownAs, note: '', customer: undefined }
  const hasNoCustomers = found.state === 'found' && found.text === '' && found.options.length === 0
  const isLoading = value === null ? found.state === 'searching' && found.options.length === 0 : !known
  const placeholder = isLoading ? 'Loading customers...' : hasNoCustomers ? 'No customers yet' : 'Select a customer'
  return (
    <Combobox
      {...rest}
      value={selected}
      onValueChange={(choice) => {
        if (choice?.customer) cacheCustomer(client, choice.customer)
        onChange(choice?.customer ?? null)
      }}
      found={found}
      onSearch={onSearch}
      empty="No customers yet"
      placeholder={isUnknown ? 'This customer could not be loaded' : placeholder}
    />
  )
}
