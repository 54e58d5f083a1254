import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { addUp, parseSum, toDecimal, toSum } from '#shared/money.ts'
import type { EntityRow } from '#web/entity/entity.ts'
import { useRestoreFocus } from '#web/kit/list/row-focus.ts'
import { type ListQuery, type ListSource, type SumsOfStatus, useList, useListUrl } from '#web/kit/list/use-list.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { DocumentKind } from './document-kind.ts'
import { usePanelRoute } from './panel-route.ts'
import type { StatusSum } from './status-tabs.tsx'

const typingPauseMs = 150

const toStatusSums = (byStatus: readonly SumsOfStatus[]): StatusSum[] => [
  {
    status: '',
    count: byStatus.reduce((before, { count }) => before + count, 0),
    amount: toDecimal(addUp(byStatus.map(({ total }) => parseSum(total)))),
  },
  ...byStatus.map(({ status, count, total, balanceDue }) => ({
    status,
    count,
    amount:
      balanceDue === undefined || status === 'draft'
        ? total
        : // What was refunded of paid invoices isn't in the dashboard's figures either.
          status === 'paid'
          ? toDecimal(addUp([parseSum(total), toSum(-parseSum(balanceDue))]))
          : balanceDue,
  })),
]

const useStatusSums = <Doc extends EntityRow>({ path, summary }: ListSource<Doc>, { search, filter }: Omit<ListQuery, 'sort'>) => {
  const text = useDebounced(search.trim().toLowerCase(), typingPauseMs)
  const { status: _, ...others } = filter
  const { data } = useQuery({
    // The same key as the list's own summary, where no status is chosen.
    queryKey: [path, 'summary', text, others],
    queryFn: summary ? ({ signal }) => summary({ search: text, filter: others }, signal) : skipToken,
    placeholderData: keepPreviousData,
  })
  return data?.byStatus && toStatusSums(data.byStatus)
}

const none: readonly never[] = []

export const useDocumentList = <Name extends string, Doc extends EntityRow>(kind: DocumentKind<Name, Doc>) => {
  const { source, path } = kind
  const address = useListUrl(kind)
  const list = useList(source, address)
  const statusSums = useStatusSums(source, address)
  const rows: readonly Doc[] = list.rows ?? none
  const panelRoute = usePanelRoute(path)
  const { openId } = panelRoute
  const page = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const onDeleteStart = useRestoreFocus(container, list.rows)
  // The panel's document may be beyond the loaded rows; then only the panel has it.
  const panelDocument = useRef<Doc>(undefined)
  const listed = (id: number | undefined) => rows.find((row) => row.id === id)
  return {
    address,
    list,
    statusSums,
    rows,
    panelRoute,
    page,
    container,
    panelDocument,
    openRow: listed(openId),
    find: (id: number | undefined): Doc | undefined => listed(id) ?? (panelDocument.current?.id === id ? panelDocument.current : undefined),
    open: panelRoute.open,
    onDeleteStart,
    /** To call before the deleted document is refetched. */
    onDeleted: (id: number) => {
      if (id === openId) panelRoute.close({ immediate: true })
    },
    isNarrowed: address.isFiltered || address.isSearched,
    showAll: () => {
      address.clear()
      // The button is removed, so the focus moves to the list.
      container.current?.focus()
    },
  }
}
export type DocumentList<Doc extends EntityRow> = ReturnType<typeof useDocumentList<string, Doc>>
/** What the actions of its rows tell the list. */
export type ListHandlers = Pick<DocumentList<EntityRow>, 'open' | 'onDeleteStart' | 'onDeleted'>
