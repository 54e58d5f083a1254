import { useId } from 'react'
import { isDay } from '#shared/dates.ts'
import { DateInput } from './date-input.tsx'

type Props = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** Clearing it gives ''. */
export const DayFilter = ({ label, value = '', onChange, ...bounds }: Props) => {
  const id = useId()
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <DateInput
        id={id}
        className="sm:w-40"
        {...bounds}
        value={value}
        onChange={(text) => {
          if (text === '' || isDay(text)) onChange(text)
        }}
      />
    </span>
  )
}
