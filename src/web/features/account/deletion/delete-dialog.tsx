import { useQuery } from '@tanstack/react-query'
import type { Account } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { formatPlan } from '#shared/plans.ts'
import { call } from '#web/lib/api/client.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeleteForm } from './delete-form.tsx'
import { listDeletionEffects } from './deletion-effects.ts'

const planName = () => {
  const user = getKnownUser()
  return user?.subscriptionStatus === 'active' ? `Your ${formatPlan(user)}` : 'Your plan'
}

type Props = { account: Account; open: boolean; onClose: () => void }

export default function DeleteDialog({ account, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [accountEndpoints.deletion.path],
    queryFn: ({ signal }) => call(accountEndpoints.deletion, { signal }),
    gcTime: 0,
  })
  return (
    <Modal title="Delete my account" open={open} onClose={onClose} guard>
      {data ? (
        <div className="grid gap-5">
          <div className="text-sm">
            <p className="font-medium">This will be permanently deleted:</p>
            <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-danger">
              {listDeletionEffects(data, planName()).map((line) => (
                <li key={line}>{line}.</li>
              ))}
            </ul>
          </div>
          <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
            Most countries require you to keep invoices and receipts for years. Export your data first if you haven't. This can't be undone.
          </p>
          <DeleteForm email={account.email} needsPassword={data.needsPassword} close={onClose} />
        </div>
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Counting what would be deleted" className="grid gap-3">
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-32" />
          <Skeleton className="h-16" />
        </div>
      )}
    </Modal>
  )
}
