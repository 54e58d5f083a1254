import { type ComponentProps, useId } from 'react'
import { mayWrite, scopeAreas } from '#shared/token-scopes.ts'

type Props = { field: Omit<ComponentProps<'input'>, 'value' | 'type'>; error: string | undefined }

const columns = 'grid grid-cols-[minmax(0,1fr)_4rem_4rem] items-center sm:grid-cols-[minmax(0,1fr)_6rem_6rem]'

/** What a token may do, area by area. */
export const ScopeFieldset = ({ field, error }: Props) => {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="required-mark font-medium text-sm">What it may do</legend>
      <div className="mt-1.5 rounded-lg border border-line">
        <div className={`${columns} border-line border-b bg-sunken/60 px-3 py-2 font-medium text-[0.8125rem] text-muted`} aria-hidden>
          <span />
          <span className="text-center">Read</span>
          <span className="text-center">Write</span>
        </div>
        <ul className="divide-y divide-line">
          {scopeAreas.map(({ area, label, hint }) => (
            <li key={area} className={`${columns} px-3 py-1.5`}>
              <span className="min-w-0 text-sm">
                <span className="font-medium">{label}</span>
                <span className="block text-pretty text-[0.8125rem] text-muted">{hint}</span>
              </span>
              <Box field={field} scope={`${area}:read`} label={`${label}: read`} />
              {mayWrite(area) ? <Box field={field} scope={`${area}:write`} label={`${label}: write`} /> : <span />}
            </li>
          ))}
        </ul>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const Box = ({ field, scope, label }: { field: Props['field']; scope: string; label: string }) => (
  <label className="grid min-h-9 cursor-pointer place-items-center pointer-coarse:min-h-11">
    <input {...field} type="checkbox" value={scope} aria-label={label} className="size-4 accent-accent pointer-coarse:size-5" />
  </label>
)
