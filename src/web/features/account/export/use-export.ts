import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { accountClient, type ExportState, getDownloadPath } from '#web/features/account/api/account-client.ts'
import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'

const queryKey = [accountEndpoints.startExport.path]
const lookAgainMs = 1000

/** The browser's own download: it streams to the disk, and goes on when this page is left. The native shell has none, and fetches it itself. */
const startDownload = (made: ExportState) => {
  if (native.platform !== 'web') return void showDocument(getDownloadPath(made), 'billfold-export.zip')
  const link = document.createElement('a')
  link.href = getDownloadPath(made)
  link.download = ''
  link.click()
}

const isOpen = (state: ExportState['state'] | undefined) => state === 'waiting' || state === 'running'

/** Begins an export, hands it to the browser, and watches how far it is. Whoever leaves the page and comes back still sees it. */
export const useExport = () => {
  const client = useQueryClient()
  const watched = useQuery({
    queryKey,
    queryFn: ({ signal }) => accountClient.readExport(client.getQueryData<ExportState>(queryKey)!.id, { signal }),
    enabled: ({ state }) => state.data !== undefined && isOpen(state.data.state),
    refetchInterval: ({ state }) => (isOpen(state.data?.state) ? lookAgainMs : false),
    gcTime: Number.POSITIVE_INFINITY,
  })
  const begin = useMutation({
    mutationFn: accountClient.beginExport,
    onSuccess: (made) => {
      client.setQueryData(queryKey, made)
      startDownload(made)
    },
  })
  return {
    /** The last export of this visit. */
    current: watched.data,
    /** How far it is couldn't be asked the last time. */
    isOutOfSight: watched.isError && isOpen(watched.data?.state),
    begin: () => begin.isPending || begin.mutate(),
    isBeginning: begin.isPending,
    error: begin.error,
  }
}
