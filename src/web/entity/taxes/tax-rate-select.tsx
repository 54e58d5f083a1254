import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { type ControlProps, Select } from '#web/ui/field.tsx'

type Props = ControlProps & {
  value: number | string | null | undefined
  /** '' for none. */
  onChange: (id: number | '') => void
  /** What the choice of none is called. */
  none: string
  /** Of a charge: instead of a rate of its own it can have those of the items. */
  likeItems?: { isChosen: boolean; choose: () => void } | undefined
  name?: string | undefined
  ref?: Ref<HTMLSelectElement> | undefined
  onBlur?: (() => void) | undefined
}

/** Chooses one of the active tax rates, or none. One that was archived since stays chosen. */
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

/** The name of a record's tax rate; undefined without one, and while the rates load. */
export const useTaxRateName = (id: number | null): string | undefined =>
  useQuery({ ...taxRatesQuery, enabled: id !== null }).data?.find((rate) => rate.id === id)?.name

/** Below the select: where rates come from, while there are none. */
export const useTaxRateHint = (hint: string): string => {
  const { data } = useQuery(taxRatesQuery)
  return data?.length === 0 ? 'Add tax rates in Business Profile, under Taxes.' : hint
}
