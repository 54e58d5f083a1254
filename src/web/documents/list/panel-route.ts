import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { getListPath, getRecordId } from '#shared/paths.ts'

/** What the browser's history remembers of an open panel. */
type Opened = {
  /** The list lies one step back. */
  fromList: boolean
  /** Somebody asked for the panel: it takes the focus. One that only follows the rows doesn't. */
  focus: boolean
}
const remembered = () => history.state as Partial<Opened> | null

export const shouldTakeFocus = (): boolean => remembered()?.focus === true

/** The page of a list whose records open beside it. */
export type DocumentPath = '/invoices' | '/estimates'

/** Which paper's panel is open: it is in the address, '/invoices/5', beside what the list shows. */
export const usePanelRoute = (list: DocumentPath) => {
  const [path, navigate] = useLocation()
  const openId = getListPath(path) === list ? getRecordId(path) : undefined
  const isOpen = openId !== undefined
  const open = useCallback(
    (id: number, { focus = true } = {}) =>
      navigate(`${list}/${id}${location.search}`, {
        replace: isOpen,
        state: { fromList: !isOpen || remembered()?.fromList === true, focus } satisfies Opened,
      }),
    [navigate, isOpen, list],
  )
  const close = useCallback(
    ({ atOnce = false } = {}) => {
      if (remembered()?.fromList && !atOnce) history.back()
      else navigate(`${list}${location.search}`, { replace: true })
    },
    [navigate, list],
  )
  return { openId, open, close }
}
