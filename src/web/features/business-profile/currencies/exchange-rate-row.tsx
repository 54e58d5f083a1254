import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ExchangeRate } from '#modules/exchange-rates/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { describeKey } from './use-rate-actions.ts'

type Props = { rate: ExchangeRate; onEdit: () => void; onRemove: () => void }

export const ExchangeRateRow = ({ rate, onEdit, onRemove }: Props) => {
  const home = useHomeCurrency()
  const equation = `1 ${rate.currency} = ${rate.rate} ${home}`
  const menuButton = useRef<HTMLButtonElement>(null)
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-2 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onEdit}
          aria-label={`${equation} on ${formatDay(rate.day)}`}
          className="min-h-6 text-left font-medium text-sm tabular-nums underline-offset-2 pointer-coarse:min-h-11 hover:text-accent hover:underline"
        >
          {equation}
        </button>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {formatDay(rate.day)} · {rate.source === 'file' ? 'Imported' : 'Typed'}
        </p>
      </div>
      <LazyMenu
        trigger={
          <Button
            ref={menuButton}
            variant="ghost"
            size="icon"
            className="-mr-2 text-muted hover:text-ink"
            title="More actions"
            aria-label={`More actions: ${describeKey(rate)}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {({ MenuItem }) => (
          <>
            <MenuItem
              icon={<Pencil aria-hidden />}
              onSelect={() => {
                // The focus starts at the button, where the dialog returns it.
                menuButton.current?.focus()
                onEdit()
              }}
            >
              Edit
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
              Delete
            </MenuItem>
          </>
        )}
      </LazyMenu>
    </li>
  )
}
