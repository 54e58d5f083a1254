import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

type Props = { title: string; waiting: ReactNode; children: ReactNode }

/** Wraps every page: sets the tab's title, shows `waiting` while the chunk loads, and contains errors. */
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
