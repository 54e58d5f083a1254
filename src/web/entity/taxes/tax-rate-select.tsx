import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { type ControlProps, Select } from '#web/ui/field.tsx'

type Props = ControlProps & {
  value: number | string | null | undefined
  onChange: (id: number | '') => void
  none: string
  /** A charge can have the rates of the items instead of one of its own. */
  likeItems?: { isChosen: boolean; choose: () => void } | undefined
  name?: string | undefined
  ref?: Ref<HTMLSelectElement> | undefined
  onBlur?: (() => void) | undefined
}

export const TaxRateSelect = ({ value, onChange, none, likeItems, ...rest }: Props) => {
  const { data } = useQuery(taxRatesQuery)
  const id = Number(value) || ''
  const offered = data?.filter((rate) => rate.archivedAt === null || rate.id === id)
  return (
    <Select
      {...rest}
      value={likeItems?.isChosen ? 'items' : id}
      onChange={({ target }) => (target.value === 'items' ? likeItems?.choose() : onChange(Number(target.value) || ''))}
    >
      <option value="">{none}</option>
      {likeItems && <option value="items">Taxed like the items</option>}
      {offered
        ? offered.map((rate) => (
            <option key={rate.id} value={rate.id}>
              {rate.name}
              {rate.archivedAt !== null && ' (archived)'}
            </option>
          ))
        : id !== '' && <option value={id}>Loading...</option>}
    </Select>
  )
}

export const useTaxRateName = (id: number | null): string | undefined =>
  useQuery({ ...taxRatesQuery, enabled: id !== null }).data?.find((rate) => rate.id === id)?.name

export const useTaxRateHint = (hint: string): string => {
  const { data } = useQuery(taxRatesQuery)
  return data?.length === 0 ? 'Add tax rates in Business Profile, under Taxes.' : hint
}
