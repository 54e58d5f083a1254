import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { FigureRef } from '#shared/api/reports.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { OpenFigureContext } from './figure-button.tsx'
import { useFigurePanel } from './use-figure-panel.ts'

const loadPanel = () => import('./figure-panel.tsx')

/** Everything inside can open a figure to its documents, which are listed at the side. */
export const FigureArea = ({ children }: { children: ReactNode }) => {
  const { figure, open, close } = useFigurePanel()
  const { part, fetch } = useOnDemand(loadPanel)
  const isOpen = figure !== undefined
  // It goes on showing the figure while it leaves.
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
