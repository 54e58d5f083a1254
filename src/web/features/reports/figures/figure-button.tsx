import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { FigureRef } from '#shared/contract/reports.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { cx } from '#web/ui/cx.ts'
import { parseFigure, serializeFigure } from './figure-labels.ts'

const OpenFigureContext = createContext<(figure: FigureRef) => void>(() => {})

type Props = {
  figure: FigureRef | undefined
  /** A zero: it can be opened, but isn't highlighted. */
  isZero?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

export const FigureButton = ({ figure, isZero = false, className, children }: Props) => {
  const open = useContext(OpenFigureContext)
  if (!figure) return children
  return (
    <button
      type="button"
      onClick={() => open(figure)}
      aria-haspopup="dialog"
      title="Show the documents behind this figure"
      className={cx(
        '-my-1 min-h-6 rounded-sm py-1 tabular-nums underline-offset-4 transition-colors hover:text-accent hover:decoration-current pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:py-2 print:no-underline',
        isZero ? 'hover:underline' : 'underline decoration-control/70 decoration-dotted',
        className,
      )}
    >
      {children}
    </button>
  )
}

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
