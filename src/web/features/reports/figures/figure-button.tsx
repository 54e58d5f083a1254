import { createContext, type ReactNode, useContext } from 'react'
import type { FigureRef } from '#shared/contract/reports.ts'
import { cx } from '#web/ui/cx.ts'

export const OpenFigureContext = createContext<(figure: FigureRef) => void>(() => {})

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
