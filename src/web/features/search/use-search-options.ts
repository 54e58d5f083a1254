import { ArrowRight, type LucideIcon, Plus, RotateCcw, Search as SearchIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { getRecordKind, type RecordType, recordTypeNames } from '#shared/record-types.ts'
import { getRecordHeading } from '#shared/shell-text.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { useNewEstimate } from '#web/lib/dialogs/new-estimate.ts'
import { foldText } from './fold-text.ts'
import { type Action, matchActions } from './match-actions.ts'
import type { SearchState } from './use-search.ts'

type Hit = SearchReplyWire['hits'][number]

/** One option of the results. */
export type SearchOption = {
  key: string
  icon: LucideIcon
  label: string
  note?: string | undefined
  amount?: string | undefined
  day?: string | undefined
  /** A link to more results, rather than a record. */
  isAside?: boolean
  run: () => void
}
/** A page that the search offers to open. */
export type SearchablePage = { path: string; title: string; icon?: LucideIcon }
export type SearchGroup = { name: string; options: SearchOption[] }

/** The options for a text: actions first, then results by type. */
export const useSearchOptions = (pages: readonly SearchablePage[], text: string, { found, error, retry }: SearchState): SearchGroup[] => {
  const [, navigate] = useLocation()
  const openCreateInvoice = useCreateInvoice()
  const openNewEstimate = useNewEstimate()
  const dialogs: Partial<Record<RecordType, () => unknown>> = { invoices: openCreateInvoice, estimates: openNewEstimate }
  const actions = recordTypeNames.map((name): Action => {
    const kind = getRecordKind(name)
    const openDialog = dialogs[name]
    if (openDialog) return { label: `New ${kind}`, run: () => void openDialog() }
    return { label: `Add ${kind}`, run: () => navigate(`/${name}?open=new`) }
  })
  const navigation = pages.map(({ path, title }) => ({ label: `Go to ${title}`, run: () => navigate(path) }))
  const matchedActions = matchActions(text, actions, navigation).map(
    (action): SearchOption => ({ ...action, key: action.label, icon: action.label.startsWith('Go to') ? ArrowRight : Plus }),
  )
  const retryOption: SearchOption = { key: 'try again', icon: RotateCcw, label: 'Try again', run: retry }
  const searched = found?.corrected ?? text.trim()
  const groups = recordTypeNames.map((name): SearchGroup => {
    const heading = getRecordHeading(name)
    const kind = getRecordKind(name)
    const list = `/${name}`
    const icon = pages.find(({ path }) => path === list)?.icon ?? SearchIcon
    const hits = error ? [] : (found?.hits.filter((hit) => hit.kind === kind) ?? [])
    const options = hits.map(
      (hit): SearchOption => ({
        key: `${kind} ${hit.id}`,
        icon,
        label: hit.title,
        note: hit.subtitle ?? undefined,
        amount: hit.amount === null ? undefined : formatMoney(hit.amount),
        day: hit.day !== null && isDay(hit.day) ? formatDay(hit.day) : undefined,
        run: () => navigate(hit.path),
      }),
    )
    // Lists search fewer fields: the link is offered only when the list will show something.
    if (found?.more.includes(kind) && hits.some((hit) => isListed(hit, searched)))
      options.push({
        key: `all ${kind}`,
        icon: SearchIcon,
        label: `View all ${name}`,
        isAside: true,
        run: () => navigate(`${list}?${new URLSearchParams({ search: searched })}`),
      })
    return { name: heading, options }
  })
  return [{ name: 'Actions', options: matchedActions }, ...groups, { name: 'Search', options: error ? [retryOption] : [] }].filter(
    ({ options }) => options.length > 0,
  )
}

const isListed = ({ title, subtitle }: Hit, searched: string) =>
  [title, subtitle ?? ''].some((text) => text.toLowerCase().includes(searched.toLowerCase())) && foldText(searched) !== ''
