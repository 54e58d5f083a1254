import { createContext, type ReactNode, useContext } from 'react'
import type { FigureRef } from '#shared/contract/reports.ts'
import { cx } from '#web/ui/cx.ts'

/** Lists the documents that a figure is the sum of; the page supplies it. */
export const OpenFigureContext = createContext<(figure: FigureRef) => void>(() => {})

type Props = {
  figure: FigureRef | undefined
  /** It is zero: it opens like the others, and doesn't ask for it. */
  isZero?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** An amount that opens to its documents, where it has any. */
export const FigureButton = ({ figure, isZero = false, className, children }: Props) => {
  const open = useContext(OpenFigureContext)
  if (!figure) return children
  return (
    <button
      type="button"
      onClick={() => open(figure)}
      aria-haspopup="dialog"
      title="Show what this is the sum of"
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
