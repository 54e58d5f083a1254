import { Skeleton } from '#web/ui/skeleton.tsx'

export const InvoicesLoading = () => (
  <div role="status" className="p-4">
    <p className="text-muted text-sm">Loading invoices...</p>
    <div className="mt-4 grid gap-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  </div>
)
