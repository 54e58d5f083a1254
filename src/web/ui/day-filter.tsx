import { useId, useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { Input } from './field.tsx'

type Props = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

/** A date that filters as soon as it is complete, with its label beside it. Clearing it gives ''. */
export const DayFilter = ({ label, value = '', onChange, ...bounds }: Props) => {
  const id = useId()
  // A partly typed year is not a date yet.
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const isComplete = text === '' || isDay(text)
    setTyped(isComplete ? undefined : text)
    if (isComplete) onChange(text)
  }
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="sm:w-38"
        {...bounds}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  )
}
