import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

type Props = { title: string; waiting: ReactNode; children: ReactNode }

/** What every page needs: the tab's title, something to see while its file loads, and a way on when it breaks. */
export const PageFrame = ({ title, waiting, children }: Props) => {
  useEffect(() => {
    document.title = title ? `${title} · Billfold` : 'Billfold'
  }, [title])
  return (
    <ErrorBoundary>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}
