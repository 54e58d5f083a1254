import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { getListPath, getRecordId } from '#shared/paths.ts'
import type { DocumentPath } from './document-kind.ts'

/** Stored in the browser's history. */
type PanelState = {
  /** The list is one step back in the history. */
  fromList: boolean
  /** The user opened the panel, so it takes the focus. One that follows the selected row doesn't. */
  focus: boolean
}
const getState = () => history.state as Partial<PanelState> | null

export const shouldTakeFocus = (): boolean => getState()?.focus === true

export const usePanelRoute = (list: DocumentPath) => {
  const [path, navigate] = useLocation()
  const openId = getListPath(path) === list ? getRecordId(path) : undefined
  const isOpen = openId !== undefined
  const open = useCallback(
    (id: number, { focus = true } = {}) =>
      navigate(`${list}/${id}${location.search}`, {
        replace: isOpen,
        state: { fromList: !isOpen || getState()?.fromList === true, focus } satisfies PanelState,
      }),
    [navigate, isOpen, list],
  )
  const close = useCallback(
    ({ immediate = false } = {}) => {
      if (getState()?.fromList && !immediate) history.back()
      else navigate(`${list}${location.search}`, { replace: true })
    },
    [navigate, list],
  )
  return { openId, open, close }
}

/** Undefined for the document whose panel is open. */
export const useViewAction = (list: DocumentPath) => {
  const [, navigate] = useLocation()
  const { openId, open } = usePanelRoute(list)
  return (id: number) => {
    if (id === openId) return undefined
    // By then another page may be open, whose query string isn't the list's.
    const isOnList = () => (getListPath(location.pathname) ?? location.pathname) === list
    return { label: 'View', run: () => (isOnList() ? open(id) : navigate(`${list}/${id}`)) }
  }
}
