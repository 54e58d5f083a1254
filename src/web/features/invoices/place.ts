import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { recordIn } from '#shared/paths.ts'

/** What the browser's history remembers of an open panel. */
type Opened = {
  /** The list lies one step back. */
  fromList: boolean
  /** Somebody asked for the panel: it takes the focus. One that only follows the rows doesn't. */
  focus: boolean
}
const remembered = () => history.state as Partial<Opened> | null

export const takesFocus = (): boolean => remembered()?.focus === true

/** Which invoice's panel is open: it is in the address, '/invoices/5', beside what the list shows. */
export const usePanelPlace = () => {
  const [path, navigate] = useLocation()
  const openId = recordIn(path)
  const isOpen = openId !== undefined
  const open = useCallback(
    (id: number, { focus = true } = {}) =>
      navigate(`/invoices/${id}${location.search}`, {
        replace: isOpen,
        state: { fromList: !isOpen || remembered()?.fromList === true, focus } satisfies Opened,
      }),
    [navigate, isOpen],
  )
  const close = useCallback(
    ({ atOnce = false } = {}) => {
      if (remembered()?.fromList && !atOnce) history.back()
      else navigate(`/invoices${location.search}`, { replace: true })
    },
    [navigate],
  )
  return { openId, open, close }
}
