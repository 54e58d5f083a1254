import { useQueryClient } from '@tanstack/react-query'
import { Banknote, type LucideIcon, Mail, RotateCcw, Search as SearchIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { getRecordHeading, getRecordKind, recordTypeNames } from '#shared/record-types.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { foldText } from './fold-text.ts'
import { type Action, type Intent, matchAction, type SearchablePage } from './match-actions.ts'
import { useActions } from './use-actions.ts'
import type { SearchState } from './use-search.ts'

type Hit = SearchReplyWire['hits'][number]

const maxRecent = 4
let recentRecords: readonly Hit[] = []

/** Remembered until the page is left. */
const rememberRecord = (hit: Hit): void => {
  recentRecords = [hit, ...recentRecords.filter(({ path }) => path !== hit.path)].slice(0, maxRecent)
}

const listRecentRecords = (): readonly Hit[] => recentRecords

export type SearchOption = {
  key: string
  icon: LucideIcon
  label: string
  note?: string | undefined
  amount?: string | undefined
  day?: string | undefined
  keys?: string | undefined
  /** A link to more results, rather than a record. */
  isAside?: boolean
  /** Goes on typing with this text instead of running. */
  fill?: string
  run?: () => void
}
/** `isReady`: its options don't depend on results that are still loading. */
export type SearchGroup = { name: string; options: SearchOption[]; isReady?: boolean }

const recordActions = {
  payment: { icon: Banknote, label: 'Record payment for', start: 'record payment ', param: 'payment' },
  send: { icon: Mail, label: 'Send', start: 'send ', param: 'email' },
} as const

/** The record is typed next. */
const starters: readonly SearchOption[] = [
  { key: 'start payment', icon: Banknote, label: 'Record payment for…', fill: recordActions.payment.start },
  { key: 'start send', icon: Mail, label: 'Send invoice…', fill: recordActions.send.start },
]

const maxActions = 6
const toOption = ({ label, icon, keys, run }: Action): SearchOption => ({ key: label, label, icon, keys, run })

/** Recent records and actions for no text, else actions, then results by type. */
export const useSearchOptions = (
  pages: readonly SearchablePage[],
  text: string,
  { action, searched: typed }: Intent,
  { found, error, retry }: SearchState,
): SearchGroup[] => {
  const [, navigate] = useLocation()
  const actions = useActions(pages)
  const currency = useHomeCurrency()
  const dashboard = useQueryClient().getQueryData<DashboardWire>([apiPaths.dashboard])
  const getIcon = (kind: Hit['kind']) => pages.find(({ path }) => path === `/${kind}s`)?.icon ?? SearchIcon
  const toRecord = (hit: Hit): SearchOption => ({
    key: `${hit.kind} ${hit.id}`,
    icon: getIcon(hit.kind),
    label: hit.title,
    note: hit.subtitle ?? undefined,
    amount: hit.amount === null ? undefined : formatMoney(hit.amount, hit.currency ?? currency),
    day: hit.day !== null && isDay(hit.day) ? formatDay(hit.day) : undefined,
    run: () => {
      rememberRecord(hit)
      navigate(hit.path)
    },
  })
  const toRecordAction = (hit: Hit, name: keyof typeof recordActions): SearchOption => {
    const { icon, label, param } = recordActions[name]
    const note = [hit.subtitle, hit.amount !== null && formatMoney(hit.amount, hit.currency ?? currency)].filter(Boolean).join(', ')
    return {
      key: `${name} ${hit.kind} ${hit.id}`,
      icon,
      label: `${label} ${hit.title}`,
      note,
      run: () => navigate(`${hit.path}?do=${param}`),
    }
  }
  const hits = error ? [] : (found?.hits ?? [])
  const keep = (groups: SearchGroup[]) => groups.filter(({ options }) => options.length > 0)

  if (text.trim() === '') {
    const opened = listRecentRecords()
    const created = (dashboard?.recentInvoices ?? []).map(({ id, invoiceNumber, customerName, currency, total, issueDate }): Hit => {
      const path = `/invoices/${id}`
      return {
        kind: 'invoice',
        id,
        title: invoiceNumber,
        subtitle: customerName,
        amount: total,
        currency,
        day: issueDate,
        path,
        actions: [],
      }
    })
    const recent = [...opened, ...created.filter(({ path }) => opened.every((hit) => hit.path !== path))].slice(0, maxRecent)
    return keep([
      { name: 'Recent', options: recent.map(toRecord), isReady: true },
      { name: 'Actions', options: [...actions.create.map(toOption), ...starters], isReady: true },
    ])
  }

  const match = (how: 'words' | 'short') => (each: Pick<Action, 'label' | 'keywords'>) => matchAction(text, each) === how
  // What is called so comes before what only has to do with it.
  const isOther = ({ label }: Action) => Number(matchAction(text, { label }) !== 'words')
  const places = actions.pages.filter(match('words')).toSorted((a, b) => isOther(a) - isOther(b))
  const wanted = action ? hits.filter((hit) => hit.actions.includes(action)).map((hit) => toRecordAction(hit, action)) : []
  // One document, found by its number, can be acted on at once.
  const [only, second] = hits.filter(({ title, actions }) => actions.length > 0 && foldText(title).includes(foldText(typed)))
  const records = recordTypeNames.map((name): SearchGroup => {
    const kind = getRecordKind(name)
    const ofKind = hits.filter((hit) => hit.kind === kind)
    const options = ofKind.map(toRecord)
    // Lists search fewer fields: the link is offered only when the list will show something.
    const parameters = found?.filter && ofKind.some(({ day }) => day !== null) ? found.filter : { search: found?.corrected ?? typed }
    if (found?.more.includes(kind) && ofKind.some((hit) => isListed(hit, parameters)))
      options.push({
        key: `all ${kind}`,
        icon: SearchIcon,
        label: `View all ${name.replace('-', ' ')}`,
        isAside: true,
        run: () => navigate(`/${name}?${new URLSearchParams(parameters)}`),
      })
    return { name: getRecordHeading(name), options }
  })
  return keep([
    { name: 'Actions', options: wanted },
    {
      name: wanted.length > 0 ? 'More actions' : 'Actions',
      options: [...actions.create.filter(match('words')).map(toOption), ...starters.filter(match('words'))].slice(0, maxActions),
      isReady: true,
    },
    { name: 'Go to', options: places.slice(0, maxActions).map(toOption), isReady: true },
    ...records,
    {
      name: only ? `With ${only.title}` : '',
      options: only && !second && !action ? only.actions.map((name) => toRecordAction(only, name)) : [],
    },
    { name: 'Suggestions', options: [...actions.create, ...actions.pages].filter(match('short')).slice(0, maxActions).map(toOption) },
    { name: 'Search', options: error ? [{ key: 'try again', icon: RotateCcw, label: 'Try again', run: retry }] : [] },
  ])
}

const isListed = ({ title, subtitle }: Hit, { search }: { search?: string }) =>
  search === undefined || (foldText(search) !== '' && `${title}\n${subtitle ?? ''}`.toLowerCase().includes(search.toLowerCase()))
