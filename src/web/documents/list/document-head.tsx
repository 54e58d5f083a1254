import { Keyboard } from 'lucide-react'
import type { ComponentProps } from 'react'
import { parseSum } from '#shared/money.ts'
import type { EntityRow } from '#web/entity/entity.ts'
import { ExportButton } from '#web/entity/export-button.tsx'
import { PeriodFilter } from '#web/entity/period-filter.tsx'
import { ListHead } from '#web/kit/list/list-head.tsx'
import { RowsSwitch } from '#web/kit/list/rows-switch.tsx'
import { formatCount, type ListSummary } from '#web/kit/list/use-list.ts'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import type { DocumentKind } from './document-kind.ts'
import { SavedViews } from './saved-views.tsx'
import { StatusTabs } from './status-tabs.tsx'
import type { DocumentList } from './use-document-list.ts'

type Props<Name extends string, Doc extends EntityRow> = {
  kind: DocumentKind<Name, Doc>
  documents: DocumentList<Doc>
  placeholder?: string | undefined
  rows?: ComponentProps<typeof RowsSwitch> | undefined
} & Pick<ComponentProps<typeof ListHead>, 'create' | 'hasSortedHeads'>

/** The head of a list of documents: tabs of statuses, search, period, saved views and the export. */
export const DocumentHead = <Name extends string, Doc extends EntityRow>(props: Props<Name, Doc>) => {
  const { kind, documents, placeholder, rows, create, hasSortedHeads } = props
  const { noun, statuses, sorts } = kind
  const { path } = kind.source
  const { address, statusSums, list } = documents
  const { filter, set } = address
  const openHelp = useShortcutsHelp()
  return (
    <ListHead
      placeholder={placeholder ?? `Search ${noun}s...`}
      {...{ address, sorts, hasSortedHeads }}
      create={create && { ...create, key: 'N' }}
      tabs={<StatusTabs statuses={statuses} value={filter.status ?? ''} onChange={(status) => set({ status })} sums={statusSums} />}
      caption={list.summary && <Sums {...list.summary} noun={noun} />}
      filters={<PeriodFilter filter={filter} set={set} />}
      tools={
        <>
          {rows && <RowsSwitch {...rows} />}
          <SavedViews path={path} noun={noun} address={address} />
          <Button
            variant="secondary"
            size="icon"
            className="text-muted max-md:hidden pointer-coarse:hidden"
            onClick={openHelp}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
          >
            <Keyboard aria-hidden />
          </Button>
          <ExportButton {...{ noun, path, address }} canExport={documents.rows.length > 0} />
        </>
      }
    />
  )
}

/** The tabs show number and total already. */
const Sums = ({ count, total, balanceDue, withoutRate = 0, noun }: ListSummary & { noun: string }) => (
  <>
    <span className="sr-only">{formatCount(count, noun)}</span>
    {total !== undefined && (
      <span className={withoutRate > 0 ? '@max-4xl:hidden' : 'sr-only'}>
        Total <Sum amount={total} />
        {withoutRate > 0 && ` without ${withoutRate} that ${withoutRate === 1 ? 'has' : 'have'} no exchange rate`}
      </span>
    )}
    {balanceDue !== undefined && (
      <span className={parseSum(balanceDue) === 0n ? 'sr-only' : '@max-4xl:hidden'}>
        {' '}
        Balance due <Sum amount={balanceDue} />
      </span>
    )}
  </>
)

const Sum = ({ amount }: { amount: string }) => (
  <span className="font-medium text-ink">
    <HomeMoney amount={amount} />
  </span>
)
