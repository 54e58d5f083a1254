import { type Basis, bases } from '#shared/reports.ts'
import { cx } from '../../ui/cx.ts'

const words: Record<Basis, { label: string; means: string }> = {
  accrual: { label: 'Accrual', means: 'Income counts on the day it is invoiced' },
  cash: { label: 'Cash', means: 'Income counts on the day its money comes' },
}

/** Whether income counts when it is invoiced, or when its money comes. */
export const BasisSwitch = ({ basis, choose }: { basis: Basis; choose: (basis: Basis) => void }) => (
  <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
    <legend className="sr-only">Basis</legend>
    <div className="flex rounded-md border border-control p-0.5">
      {bases.map((one) => (
        <label
          key={one}
          className={cx(
            'relative flex h-8 cursor-pointer items-center rounded px-3 font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-11',
            one === basis ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="basis"
            value={one}
            checked={one === basis}
            onChange={() => choose(one)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {words[one].label}
        </label>
      ))}
    </div>
    <p className="text-[0.8125rem] text-muted">{words[basis].means}.</p>
  </fieldset>
)
