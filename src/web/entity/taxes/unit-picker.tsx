import { type Ref, useState } from 'react'
import { unitNames } from '#shared/unit-names.ts'
import { defaultUnit, getPrintedUnit, type UnitCode, unitCodes } from '#shared/units.ts'
import { Combobox } from '#web/ui/combobox/combobox.tsx'
import type { ComboboxOption } from '#web/ui/combobox/option-list.tsx'
import type { ControlProps } from '#web/ui/field.tsx'

type Option = ComboboxOption & { id: UnitCode }

const options: readonly Option[] = unitCodes.map((id) =>
  id === defaultUnit ? { id, label: 'No unit' } : { id, label: unitNames[id], aside: getPrintedUnit(id) },
)

const search = (text: string): Option[] => {
  const part = text.trim().toLowerCase()
  const rank = ({ label, aside = '' }: Option) => (label.toLowerCase().startsWith(part) || aside.toLowerCase() === part ? 0 : 1)
  return options
    .filter(({ label, aside = '' }) => `${label} ${aside}`.toLowerCase().includes(part))
    .sort((a, b) => (part === '' ? 0 : rank(a) - rank(b)))
}

type Props = ControlProps & {
  value: UnitCode | undefined
  onChange: (code: UnitCode) => void
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: (() => void) | undefined
}

export const UnitPicker = ({ value = defaultUnit, onChange, ...rest }: Props) => {
  const [text, setText] = useState('')
  return (
    <Combobox
      {...rest}
      value={options.find(({ id }) => id === value) ?? null}
      onValueChange={(choice) => onChange(choice?.id ?? defaultUnit)}
      found={{ text, options: search(text), state: 'found', more: false, retry: () => {} }}
      onSearch={setText}
    />
  )
}
