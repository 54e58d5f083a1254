import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import { toastFailed } from '#web/kit/use-action.ts'
import { downloadFile } from '#web/lib/native/save-blob.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { fileUrl } from './query/queries.ts'
import type { ReportRequest } from './query/report-params.ts'

type Format = 'csv' | 'pdf'

export const useSaveReport = () =>
  useMutation({
    mutationFn: ({ request, format }: { request: ReportRequest; format: Format }) =>
      downloadFile(fileUrl(request, format), `${request.type}-${request.from}-${request.to}.${format}`),
    onError: (error) => toastFailed(error, 'The report could not be exported.', 'Export Failed'),
  })

export const ExportMenu = ({ request }: { request: ReportRequest | undefined }) => {
  const { mutate, isPending } = useSaveReport()
  const trigger = (
    <Button variant="secondary" className="max-sm:grow max-sm:px-2" pending={isPending} disabled={!request}>
      {!isPending && <Download aria-hidden className="max-sm:hidden" />} Export Report
    </Button>
  )
  if (!request) return trigger
  return (
    <LazyMenu trigger={trigger}>
      {({ MenuItem, MenuSeparator }) => (
        <>
          <MenuItem onSelect={() => mutate({ request, format: 'csv' })} icon={<FileSpreadsheet aria-hidden />}>
            CSV
          </MenuItem>
          <MenuItem onSelect={() => mutate({ request, format: 'pdf' })} icon={<FileText aria-hidden />}>
            PDF
          </MenuItem>
          <MenuSeparator />
          {/* The menu closes before the page is printed. */}
          <MenuItem onSelect={() => setTimeout(() => window.print())} icon={<Printer aria-hidden />}>
            Print
          </MenuItem>
        </>
      )}
    </LazyMenu>
  )
}
