import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { accountClient, type SessionRow } from '#web/features/account/api/account-client.ts'
import { refetchActivity } from '#web/features/account/api/token-client.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'

const queryKey = [accountEndpoints.sessions.path]
/** The button that was pressed goes away with what it ended. */
const focusSection = () => document.getElementById('sessions')?.focus({ preventScroll: true })
const nameOf = ({ device }: SessionRow) => device ?? 'the unknown device'

/** Signs other browsers out, after asking. */
export const useEndSessions = () => {
  const client = useQueryClient()
  const without = ({ ref }: SessionRow) => {
    client.setQueryData<SessionRow[]>(queryKey, (rows) => rows?.filter((row) => row.isCurrent || row.ref !== ref))
    focusSection()
    refetchActivity(client)
  }
  const failed = (error: Error) => toast({ title: 'Error', description: toFailure(error).message, variant: 'destructive' })
  const one = useMutation({
    mutationFn: (row: SessionRow) => accountClient.endSession(row.ref),
    onSuccess: (_, row) => {
      without(row)
      toast({ title: 'Success', description: `${row.device ?? 'The unknown device'} is signed out.` })
    },
    onError: (error, row) => {
      // It is over already: that was the wish.
      if (error instanceof ApiError && error.status === 404) without(row)
      else failed(error)
    },
  })
  const others = useMutation({
    mutationFn: accountClient.endOtherSessions,
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
    end: (row: SessionRow) => {
      if (!one.isPending && confirmAction(`Sign out ${nameOf(row)}? What is half typed there is lost.`)) one.mutate(row)
    },
    isEndingOthers: others.isPending,
    /** @param count how many that are, as far as is known */
    endOthers: (count: number) => {
      const where = count === 1 ? 'the other device' : `${count} other devices`
      if (!others.isPending && confirmAction(`Sign out ${where}? What is half typed there is lost.`)) others.mutate()
    },
  }
}
