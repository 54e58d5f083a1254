import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { FigureRef } from '#shared/contract/reports.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { OpenFigureContext } from './figure-button.tsx'
import { parseFigure, serializeFigure } from './figure-labels.ts'

/** What the browser's history stores: the report is one step back. */
type FigureState = { fromReport: boolean }

const addressWith = (figure: FigureRef | undefined): string => {
  const params = new URLSearchParams(location.search)
  if (figure) params.set('figure', serializeFigure(figure))
  else params.delete('figure')
  return `${location.pathname}?${params}`.replace(/\?$/, '')
}

/** In the URL: the browser's Back closes it and a reload keeps it. */
const useFigurePanel = (): { figure: FigureRef | undefined; open: (figure: FigureRef) => void; close: () => void } => {
  const [, navigate] = useLocation()
  const figure = parseFigure(new URLSearchParams(useSearch()).get('figure'))
  return {
    figure,
    open: useCallback((next) => navigate(addressWith(next), { state: { fromReport: true } satisfies FigureState }), [navigate]),
    close: useCallback(() => {
      if ((history.state as Partial<FigureState> | null)?.fromReport) history.back()
      else navigate(addressWith(undefined), { replace: true })
    }, [navigate]),
  }
}

const loadPanel = () => import('./figure-panel.tsx')

export const FigureArea = ({ children }: { children: ReactNode }) => {
  const { figure, open, close } = useFigurePanel()
  const { part, fetch } = useOnDemand(loadPanel)
  const isOpen = figure !== undefined
  // Keeps showing the figure during the exit animation.
  const [last, setLast] = useState<FigureRef | undefined>(figure)
  if (figure && JSON.stringify(figure) !== JSON.stringify(last)) setLast(figure)
  const opener = useRef<HTMLElement | null>(null)
  const openFigure = useCallback(
    (next: FigureRef) => {
      opener.current = document.activeElement as HTMLElement | null
      open(next)
    },
    [open],
  )
  useEffect(() => {
    if (isOpen) void fetch()
  }, [isOpen, fetch])
  return (
    <OpenFigureContext value={openFigure}>
      {children}
      {part && last && <part.default figure={figure ?? last} open={isOpen} onClose={close} returnTo={opener} />}
    </OpenFigureContext>
  )
}
