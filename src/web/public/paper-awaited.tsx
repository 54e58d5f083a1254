import { ApiError } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/state.tsx'
import { PaperNotFound } from './paper-not-found.tsx'
import { PaperSkeleton } from './paper-skeleton.tsx'
import { PublicFrame } from './public-frame.tsx'
import { type PublicPaper, paperTitles } from './public-paper.ts'

type Props = { paper: PublicPaper /** Why it isn't there; null while it is on its way. */; error: unknown; retry: () => void }

/** In the paper's place while it is not there: it is on its way, there is none, or it could not be loaded. */
export const PaperAwaited = ({ paper, error, retry }: Props) => (
  <PublicFrame>
    {error === null ? (
      <PaperSkeleton paper={paper} />
    ) : isNotFound(error) ? (
      <PaperNotFound paper={paper} />
    ) : (
      <>
        <h1 className="sr-only">{paperTitles[paper]}</h1>
        <LoadFailed error={error} retry={retry} />
      </>
    )}
  </PublicFrame>
)

/** Whether the server says that there is no such paper. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
