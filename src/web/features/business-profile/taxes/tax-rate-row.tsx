import { Archive, ArchiveRestore, CopyPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { taxCategories } from '#shared/tax-categories.ts'
import { formatTaxes, formatTotalPercent } from '#shared/tax-rate-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

type Props = {
  rate: TaxRateWire
  onEdit: () => void
  onCopy: () => void
  onArchive: () => void
  onRestore: () => void
  onRemove: () => void
}

const listDetails = ({ name, components, category, exemptionReason }: TaxRateWire): string[] => {
  const texts = [formatTaxes(components), category && taxCategories[category].name, exemptionReason]
  return [...new Set(texts.filter((text) => text !== null && text !== name))] as string[]
}

export const TaxRateRow = ({ rate, onEdit, onCopy, onArchive, onRestore, onRemove }: Props) => {
  const menuButton = useRef<HTMLButtonElement>(null)
  const details = listDetails(rate).join(' · ')
  // The focus starts at the button, where a dialog returns it.
  const from = (act: () => void) => () => {
    menuButton.current?.focus()
    act()
  }
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-2.5 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            onClick={onEdit}
            dir="auto"
            className="min-h-6 min-w-0 text-left font-medium text-sm underline-offset-2 [overflow-wrap:anywhere] pointer-coarse:min-h-11 hover:text-accent hover:underline"
          >
            {rate.name}
          </button>
          {rate.isUsed && <Badge>Used by documents</Badge>}
        </div>
        {details && (
          <p className="line-clamp-6 text-[0.8125rem] text-muted [overflow-wrap:anywhere]" dir="auto" title={details}>
            {details}
          </p>
        )}
      </div>
      <p className="shrink-0 font-medium text-sm tabular-nums">{formatTotalPercent(rate.components)}</p>
      <LazyMenu
        trigger={
          <Button
            ref={menuButton}
            variant="ghost"
            size="icon"
            className="-mr-2 text-muted hover:text-ink"
            title="More actions"
            aria-label={`More actions: ${rate.name}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {({ MenuItem }) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={from(onEdit)}>
              {rate.isUsed ? 'Rename' : 'Edit'}
            </MenuItem>
            <MenuItem icon={<CopyPlus aria-hidden />} onSelect={from(onCopy)}>
              Add a new rate from this
            </MenuItem>
            {rate.archivedAt === null ? (
              <MenuItem icon={<Archive aria-hidden />} onSelect={from(onArchive)}>
                Archive
              </MenuItem>
            ) : (
              <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={from(onRestore)}>
                Restore
              </MenuItem>
            )}
            {!rate.isUsed && (
              <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={from(onRemove)}>
                Delete
              </MenuItem>
            )}
          </>
        )}
      </LazyMenu>
    </li>
  )
}
