import { FileQuestion } from 'lucide-react'
import { ApiError } from '#web/lib/api/client.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { documentTitles, type PublicDocument } from './public-document.ts'
import { PublicFrame } from './public-frame.tsx'

const DocumentSkeleton = ({ doc }: { doc: PublicDocument }) => (
  <div role="status" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
    <span className="sr-only">Loading the {doc}...</span>
    <Skeleton className="h-56 lg:col-start-2 lg:row-start-1" />
    <Skeleton className="h-[32rem]" />
  </div>
)

/** The same page for every URL without a document; it doesn't tell whether one ever existed. */
const DocumentNotFound = ({ doc }: { doc: PublicDocument }) => (
  <div className="flex flex-col items-center px-4 py-20 text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted">
      <FileQuestion className="size-7" aria-hidden />
    </span>
    <h1 className="mt-5 font-semibold text-2xl tracking-tight">{documentTitles[doc]} Not Found</h1>
    <p className="mt-2 max-w-md text-muted">The {doc} you're looking for doesn't exist or has been removed.</p>
    <p className="mt-4 max-w-md text-muted text-sm">Check that the link is complete, or ask the business that sent it for a new one.</p>
  </div>
)

type Props = { doc: PublicDocument /** Why it isn't there; null while it loads. */; error: unknown; retry: () => void }

/** Shown while the document loads, doesn't exist, or failed to load. */
export const DocumentPlaceholder = ({ doc, error, retry }: Props) => (
  <PublicFrame>
    {error === null ? (
      <DocumentSkeleton doc={doc} />
    ) : isNotFound(error) ? (
      <DocumentNotFound doc={doc} />
    ) : (
      <>
        <h1 className="sr-only">{documentTitles[doc]}</h1>
        <LoadError error={error} retry={retry} />
      </>
    )}
  </PublicFrame>
)

/** Whether the server answered that there is no such document. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
