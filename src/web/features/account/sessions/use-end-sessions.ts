import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { refetchActivity, type SessionRow } from '#web/features/account/api/queries.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'

const queryKey = [accountEndpoints.sessions.path]
/** The pressed button disappears with its session. */
const focusSection = () => document.getElementById('sessions')?.focus({ preventScroll: true })
const getDeviceName = ({ device }: SessionRow) => device ?? 'the unknown device'

const confirmSignOut = (where: string) =>
  confirmAction(`Sign out ${where}? Unsaved changes there will be lost.`, { confirm: 'Sign out', isDestructive: true })

export const useEndSessions = () => {
  const client = useQueryClient()
  const removeSession = ({ ref }: SessionRow) => {
    client.setQueryData<SessionRow[]>(queryKey, (rows) => rows?.filter((row) => row.isCurrent || row.ref !== ref))
    focusSection()
    refetchActivity(client)
  }
  const failed = (error: Error) => toast({ title: 'Error', description: toFailure(error).message, variant: 'destructive' })
  const one = useMutation({
    mutationFn: (row: SessionRow) => call(accountEndpoints.revokeSession, { params: { ref: row.ref } }),
    onSuccess: (_, row) => {
      removeSession(row)
      toast({ title: 'Success', description: `${row.device ?? 'The unknown device'} is signed out.` })
    },
    onError: (error, row) => {
      // The session has ended already.
      if (error instanceof ApiError && error.status === 404) removeSession(row)
      else failed(error)
    },
  })
  const others = useMutation({
    mutationFn: () => call(accountEndpoints.revokeOtherSessions, {}),
    onSuccess: (rows) => {
      client.setQueryData(queryKey, rows)
      focusSection()
      refetchActivity(client)
      toast({ title: 'Success', description: 'You are signed out everywhere else.' })
    },
    onError: failed,
  })
  return {
    ending: one.isPending ? one.variables.ref : undefined,
    end: async (row: SessionRow) => {
      if (!one.isPending && (await confirmSignOut(getDeviceName(row)))) one.mutate(row)
    },
    isEndingOthers: others.isPending,
    /** @param count number of other sessions, as far as known */
    endOthers: async (count: number) => {
      const where = count === 1 ? 'the other device' : `${count} other devices`
      if (!others.isPending && (await confirmSignOut(where))) others.mutate()
    },
  }
}
