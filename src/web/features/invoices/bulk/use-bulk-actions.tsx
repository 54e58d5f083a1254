import { useState } from 'react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { downloadFile } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'
import type { BulkActionName } from './run-bulk.ts'

/** In one file; the server enforces it, too. */
const maxDownload = 100
const loadDialog = () => import('./bulk-dialog.tsx')

type Selection = { selected: readonly ListedInvoiceWire[]; clear: () => void }

/** Changes open a dialog for confirmation; downloads start at once. */
export const useBulkActions = ({ selected, clear }: Selection) => {
  const { show, dialog } = useLazyDialog(loadDialog)
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
      toastFailed(error, 'The invoices could not be downloaded.')
    }
    setDownloading(false)
  }

  const start = async (name: BulkActionName) => {
    if (selected.length === 0) return
    if (name === 'zip' || name === 'pdf') return downloading ? undefined : download(name)
    await show({ change: name, invoices: selected, onDone: clear })
  }
  return { start: (name: BulkActionName) => void start(name), downloading, dialog }
}
