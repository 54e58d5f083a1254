import { type ComponentProps, useState } from 'react'
import { type Currency, currencyCodes, getCurrencyName } from '#shared/currencies.ts'
import { Select } from '#web/ui/field.tsx'

const listCurrencies = () =>
  currencyCodes.map((code) => ({ code, label: labelCurrency(code) })).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** "Euro (EUR)". */
export const labelCurrency = (code: Currency): string => `${getCurrencyName(code)} (${code})`

type Props = ComponentProps<'select'> & {
  /** A currency that the first options, the children, stand for. */
  without?: Currency | undefined
}

/** Chooses a currency by name. */
export const CurrencySelect = ({ without, children, ...props }: Props) => {
  const [currencies] = useState(listCurrencies)
  return (
    <Select {...props}>
      {children}
      {currencies.map(({ code, label }) =>
        code === without ? null : (
          <option key={code} value={code}>
            {label}
          </option>
        ),
      )}
    </Select>
  )
}
