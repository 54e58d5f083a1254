import { type ComponentProps, useState } from 'react'
import { countryCodes, getCountryName } from '#shared/countries.ts'
import { Select } from '#web/ui/field.tsx'

export const CountrySelect = (props: ComponentProps<'select'>) => {
  const [countries] = useState(() =>
    countryCodes.map((code) => ({ code, name: getCountryName(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  )
  return (
    <Select {...props}>
      <option value="">Not set</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
