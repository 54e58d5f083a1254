import { Skeleton } from '../../ui/skeleton.tsx'

/** While the figures are being derived. */
export const IntegrityProgress = () => (
  <div className="mt-5 grid gap-4">
    <p role="status" className="text-muted text-sm">
      Checking your books. With very many invoices this takes a while.
    </p>
    <div className="grid gap-3">
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  </div>
)
