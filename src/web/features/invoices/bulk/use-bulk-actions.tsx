import { useState } from 'react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { downloadFile } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import type { BulkActionName, BulkChange } from './run-bulk.ts'

/** The maximum number of invoices in one file; the server enforces it, too. */
const maxDownload = 100
const loadDialog = () => import('./bulk-dialog.tsx')

type Selection = { selected: readonly InvoiceWire[]; clear: () => void }

/** The bulk actions. Changes open a dialog for confirmation; downloads start at once. */
export const useBulkActions = ({ selected, clear }: Selection) => {
  const { part, fetch } = useOnDemand(loadDialog)
  const [current, setCurrent] = useState<{ change: BulkChange; invoices: readonly InvoiceWire[]; open: boolean; count: number }>()
  const [downloading, setDownloading] = useState(false)

  const download = async (as: 'zip' | 'pdf') => {
    if (selected.length > maxDownload)
      return toast({
        title: 'Too Many Invoices',
        description: `You can download up to ${maxDownload} invoices at once. ${selected.length} are selected.`,
        variant: 'destructive',
      })
    setDownloading(true)
    try {
      await downloadFile(
        getEndpointUrl(invoiceEndpoints.download, { query: { ids: selected.map(({ id }) => id).join(','), as } }),
        `invoices.${as}`,
      )
    } catch (error) {
      toast({
        title: 'Error',
        description: 'The invoices could not be downloaded.',
        detail: toFailure(error as Error).message,
        variant: 'destructive',
      })
    }
    setDownloading(false)
  }

  const start = async (name: BulkActionName) => {
    if (selected.length === 0) return
    if (name === 'zip' || name === 'pdf') return downloading ? undefined : download(name)
    if (await fetch()) setCurrent((previous) => ({ change: name, invoices: selected, open: true, count: (previous?.count ?? 0) + 1 }))
  }
  return {
    start: (name: BulkActionName) => void start(name),
    downloading,
    dialog: part && current && (
      <part.default
        key={current.count}
        change={current.change}
        invoices={current.invoices}
        open={current.open}
        onClose={(changed) => {
          setCurrent((previous) => previous && { ...previous, open: false })
          if (changed) clear()
        }}
      />
    ),
  }
}
