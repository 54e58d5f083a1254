import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { listOf, recordIn } from '#shared/paths.ts'

/** What the browser's history remembers of an open panel. */
type Opened = {
  /** The list lies one step back. */
  fromList: boolean
  /** Somebody asked for the panel: it takes the focus. One that only follows the rows doesn't. */
  focus: boolean
}
const remembered = () => history.state as Partial<Opened> | null

export const takesFocus = (): boolean => remembered()?.focus === true

/** The page of a list whose records open beside it. */
export type PaperPath = '/invoices' | '/estimates'

/** Which paper's panel is open: it is in the address, '/invoices/5', beside what the list shows. */
export const usePanelPlace = (list: PaperPath) => {
  const [path, navigate] = useLocation()
  const openId = listOf(path) === list ? recordIn(path) : undefined
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
