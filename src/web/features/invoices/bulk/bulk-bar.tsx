import { BellRing, CircleCheck, Download, Mail, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { formatCurrencySums } from '#web/lib/format/amount.ts'
import { downloadFile } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import type { BulkActionName } from './run-bulk.ts'

type Props = {
  selected: readonly ListedInvoiceWire[]
  start: (name: BulkActionName) => void
  downloading: boolean
  clear: () => void
}

const labelClass = '@max-2xl:sr-only'

export const BulkBar = ({ selected, start, downloading, clear }: Props) => (
  <section
    aria-label="Selected invoices"
    className="sticky bottom-[calc(var(--bar)+0.5rem)] z-10 mt-4 ml-auto flex w-fit max-w-full animate-rise-in items-center @max-2xl:gap-0 gap-1 rounded-lg border border-line bg-surface p-1.5 pl-3.5 shadow-raised @max-[21rem]:w-full @max-[21rem]:justify-between @max-[21rem]:pl-3 lg:bottom-4"
  >
    <p role="status" className="@max-2xl:mr-1 mr-2 min-w-0 text-sm tabular-nums">
      <span className="whitespace-nowrap font-medium">
        {selected.length.toLocaleString('en-US')}
        <span className="@max-[21rem]:sr-only"> selected</span>
      </span>
      <span className="@max-[21rem]:sr-only block truncate text-[0.8125rem] text-muted leading-4">
        {formatCurrencySums(selected.map(({ currency, total }) => ({ currency, amount: total })))}
      </span>
    </p>
    {selected.some(({ status }) => status === 'overdue') && (
      <Button variant="ghost" onClick={() => start('remind')} title="Send reminders">
        <BellRing aria-hidden /> <span className={labelClass}>Remind</span>
      </Button>
    )}
    <Button variant="ghost" onClick={() => start('send')} title="Send by Email">
      <Mail aria-hidden /> <span className={labelClass}>Send</span>
    </Button>
    <Button variant="ghost" onClick={() => start('pay')} title="Mark as Paid">
      <CircleCheck aria-hidden /> <span className={labelClass}>Mark as Paid</span>
    </Button>
    <LazyMenu
      trigger={
        <Button variant="ghost" title="Download" pending={downloading}>
          {!downloading && <Download aria-hidden />} <span className={labelClass}>Download</span>
        </Button>
      }
    >
      {({ MenuItem }) => (
        <>
          <MenuItem onSelect={() => start('zip')}>ZIP, one PDF per invoice</MenuItem>
          <MenuItem onSelect={() => start('pdf')}>One combined PDF</MenuItem>
        </>
      )}
    </LazyMenu>
    <Button variant="ghost" className="text-danger" onClick={() => start('delete')} title="Delete">
      <Trash2 aria-hidden /> <span className={labelClass}>Delete</span>
    </Button>
    <Button variant="ghost" size="icon" onClick={clear} aria-label="Clear the selection" title="Clear the selection (Esc)">
      <X aria-hidden />
    </Button>
  </section>
)

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

  const start = async (name: BulkActionName, invoices: readonly ListedInvoiceWire[]) => {
    if (invoices.length === 0) return
    if (name === 'zip' || name === 'pdf') return downloading ? undefined : download(name)
    await show({ change: name, invoices, onDone: clear })
  }
  return { start: (name: BulkActionName, invoices = selected) => void start(name, invoices), downloading, dialog }
}
