import { useMutation } from '@tanstack/react-query'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'

/** 'Failed to undo the refund', and why. */
export const toastFailed = (error: unknown, description: string, title = 'Error'): void =>
  toastFailure(error, { title, description, detail: toFailure(error as Error).message, variant: 'destructive' })

type Options<Args, Reply> = {
  /** What `start` asks before. */
  ask?: (args: Args) => Parameters<typeof confirmAction>
  send: (args: Args, request: IdempotentRequest) => Promise<Reply>
  done?: (reply: Reply, args: Args) => Toast | undefined
  /** 'Failed to undo the refund' */
  failed: string | ((args: Args) => string)
  /** After a failure, too: the screen may be outdated. */
  refresh: () => Promise<unknown>
}

/** A change by one press, which tells how it went. */
export const useAction = <Reply, Args = void>({ ask, send, done, failed, refresh }: Options<Args, Reply>) => {
  const { mutate, mutateAsync, isPending, variables } = useMutation({
    mutationFn: (args: Args) => runMutation((request) => send(args, request)),
    onSuccess: (reply, args) => {
      const said = done?.(reply, args)
      if (said) toast(said)
      return refresh()
    },
    onError: (error, args) => {
      toastFailed(error, typeof failed === 'string' ? failed : failed(args))
      return refresh()
    },
  })
  const start = async (args: Args): Promise<void> => {
    if (isPending || (ask && !(await confirmAction(...ask(args))))) return
    await mutateAsync(args).catch(() => {})
  }
  return { mutate, mutateAsync, start, isPending, variables }
}
