import { useQuery } from '@tanstack/react-query'
import type { AccountStorage } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accountClient } from './api/account-client.ts'
import { Section } from './form/section.tsx'

const megabyte = 1_048_576
/** From this share on it is time to do something about it. */
const nearlyFull = 0.9

const shown = (n: number) => n.toLocaleString('en-US')
const showMegabytes = (bytes: number) => (bytes > 0 && bytes < megabyte ? 'Less than 1 MB' : `${shown(Math.round(bytes / megabyte))} MB`)

/** How much the account holds, and how much it may. */
export const StorageSection = () => {
  const { data, error, refetch } = useQuery({ queryKey: [accountEndpoints.storage.path], queryFn: accountClient.storage, gcTime: 0 })
  const share = data ? Math.max(data.records / data.maxRecords, data.bytes / data.maxBytes) : 0
  return (
    <Section
      id="storage"
      title="Storage"
      badge={share >= 1 ? <Badge tone="danger">Full</Badge> : share > nearlyFull ? <Badge tone="warn">Nearly full</Badge> : undefined}
      text="Records are customers, items, expenses, invoices and estimates, including deleted ones. Megabytes are their documents’ texts and your files."
    >
      {data ? (
        <Figures of={data} isNearlyFull={share > nearlyFull} />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the storage">
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      )}
    </Section>
  )
}

const Figures = ({ of: { records, maxRecords, bytes, maxBytes }, isNearlyFull }: { of: AccountStorage; isNearlyFull: boolean }) => (
  <>
    <p className={cx('text-sm tabular-nums', isNearlyFull && 'font-medium text-warn')}>
      {shown(records)} of {shown(maxRecords)} records · {showMegabytes(bytes)} of {showMegabytes(maxBytes)}
    </p>
    {isNearlyFull && (
      <p className="mt-2 max-w-prose text-pretty text-muted text-sm">
        When it is full, nothing can be added. Remove receipts that you don’t need; customers, items and expenses that you delete make room
        after 30 days. The operator of this server can raise the limit.
      </p>
    )}
  </>
)
