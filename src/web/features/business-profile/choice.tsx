import { useId } from 'react'

type Props<T extends string> = {
  legend: string
  hideLegend?: boolean
  words: Record<T, string>
  value: T
  onChange: (value: T) => void
}

/** One of two or three, side by side. */
export const Choice = <T extends string>({ legend, hideLegend = false, words, value, onChange }: Props<T>) => {
  const name = useId()
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-medium text-sm'}>{legend}</legend>
      <div className="inline-flex rounded-md bg-sunken p-0.5">
        {(Object.keys(words) as T[]).map((key) => (
          <label
            key={key}
            className="relative inline-flex h-8 cursor-pointer items-center rounded-md px-3 font-medium text-[0.8125rem] text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11"
          >
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => onChange(key)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {words[key]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
