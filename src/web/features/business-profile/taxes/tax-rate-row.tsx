import { Archive, ArchiveRestore, CopyPlus, Pencil, Trash2 } from 'lucide-react'
import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { taxCategories } from '#shared/tax-categories.ts'
import { formatTaxes, formatTotalPercent } from '#shared/tax-rate-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'

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
  const details = listDetails(rate).join(' · ')
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
      <MoreMenu
        name={rate.name}
        className="-mr-2"
        entries={[
          { label: rate.isUsed ? 'Rename' : 'Edit', icon: Pencil, run: onEdit },
          { label: 'Add a new rate from this', icon: CopyPlus, run: onCopy },
          rate.archivedAt === null
            ? { label: 'Archive', icon: Archive, run: onArchive }
            : { label: 'Restore', icon: ArchiveRestore, run: onRestore },
          ...(rate.isUsed ? [] : [{ label: 'Delete', icon: Trash2, isDanger: true, run: onRemove }]),
        ]}
      />
    </li>
  )
}
