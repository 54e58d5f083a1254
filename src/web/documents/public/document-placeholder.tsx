import { lazy, Suspense } from 'react'
import { ApiError } from '#web/lib/api/client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { find } from './language.ts'
import { getTitle, type PublicDocument } from './public-document.ts'
import { PublicFrame } from './public-frame.tsx'

const DocumentSkeleton = ({ doc }: { doc: PublicDocument }) => (
  <div role="status" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
    <span className="sr-only">Loading the {doc}...</span>
    <Skeleton className="h-56 lg:col-start-2 lg:row-start-1" />
    <Skeleton className="h-[32rem]" />
  </div>
)

// A chunk of its own: hardly any visit needs it.
const DocumentNotFound = lazy(() => import('./document-not-found.tsx'))

type Props = { doc: PublicDocument /** Why it isn't there; null while it loads. */; error: unknown; retry: () => void }

export const DocumentPlaceholder = ({ doc, error, retry }: Props) => (
  <PublicFrame>
    {error === null ? (
      <DocumentSkeleton doc={doc} />
    ) : isNotFound(error) ? (
      <Suspense fallback={null}>
        <DocumentNotFound doc={doc} />
      </Suspense>
    ) : (
      <>
        <h1 className="sr-only">{find(getTitle(doc))}</h1>
        <LoadError error={error} retry={retry} translate={find} />
      </>
    )}
  </PublicFrame>
)

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
