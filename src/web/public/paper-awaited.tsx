import { ApiError } from '#web/lib/api.ts'
import { LoadError } from '#web/ui/state.tsx'
import { DocumentNotFound } from './paper-not-found.tsx'
import { DocumentSkeleton } from './paper-skeleton.tsx'
import { PublicFrame } from './public-frame.tsx'
import { documentTitles, type PublicDocument } from './public-paper.ts'

type Props = { doc: PublicDocument /** Why it isn't there; null while it is on its way. */; error: unknown; retry: () => void }

/** In the paper's place while it is not there: it is on its way, there is none, or it could not be loaded. */
export const DocumentAwaited = ({ doc, error, retry }: Props) => (
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

/** Whether the server says that there is no such paper. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
