import { useQuery } from '@tanstack/react-query'
import type { AccountStorage } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Section } from './form/section.tsx'

const megabyte = 1_048_576
const warningShare = 0.9

const formatNumber = (n: number) => n.toLocaleString('en-US')
const formatMegabytes = (bytes: number) =>
  bytes > 0 && bytes < megabyte ? 'Less than 1 MB' : `${formatNumber(Math.round(bytes / megabyte))} MB`

export const StorageSection = () => {
  const storage = useQuery({ ...readQuery(accountEndpoints.storage), gcTime: 0 })
  const { data } = storage
  const share = data ? Math.max(data.records / data.maxRecords, data.bytes / data.maxBytes) : 0
  return (
    <Section
      id="storage"
      title="Storage"
      badge={share >= 1 ? <Badge tone="danger">Full</Badge> : share > warningShare ? <Badge tone="warn">Nearly full</Badge> : undefined}
      text="Records are customers, items, expenses, invoices and estimates, including deleted ones. Megabytes include the text of documents and your files."
    >
      <Loaded query={storage} fallback={<SkeletonRows label="Loading the storage" count={1} row="h-5 w-72 max-w-full" />}>
        {(figures) => <Figures of={figures} isNearlyFull={share > warningShare} />}
      </Loaded>
    </Section>
  )
}

const Figures = ({ of: { records, maxRecords, bytes, maxBytes }, isNearlyFull }: { of: AccountStorage; isNearlyFull: boolean }) => (
  <>
    <p className={cx('text-sm tabular-nums', isNearlyFull && 'font-medium text-warn')}>
      {formatNumber(records)} of {formatNumber(maxRecords)} records · {formatMegabytes(bytes)} of {formatMegabytes(maxBytes)}
    </p>
    {isNearlyFull && (
      <p className="mt-2 max-w-prose text-pretty text-muted text-sm">
        When storage is full, nothing can be added. Delete receipts you don’t need. Deleted customers, items and expenses free their space
        after 30 days. Your server's operator can raise the limit.
      </p>
    )}
  </>
)
