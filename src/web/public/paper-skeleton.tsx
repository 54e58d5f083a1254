import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PublicDocument } from './public-paper.ts'

export const DocumentSkeleton = ({ doc }: { doc: PublicDocument }) => (
  <div role="status" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
    <span className="sr-only">Loading the {doc}...</span>
    <Skeleton className="h-56 lg:col-start-2 lg:row-start-1" />
    <Skeleton className="h-[32rem]" />
  </div>
)
