import { type ComponentProps, useState } from 'react'
import { type Currency, currencyCodes, getCurrencyName } from '#shared/currencies.ts'
import { Select } from '#web/ui/field.tsx'

const listCurrencies = () =>
  currencyCodes.map((code) => ({ code, label: labelCurrency(code) })).sort((a, b) => a.label.localeCompare(b.label, 'en'))

export const labelCurrency = (code: Currency): string => `${getCurrencyName(code)} (${code})`

type Props = ComponentProps<'select'> & {
  /** The first options, the children, stand for it. */
  without?: Currency | undefined
}

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
