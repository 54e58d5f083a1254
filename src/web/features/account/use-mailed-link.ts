import { useMutation } from '@tanstack/react-query'
import { failureOf } from '#web/entity/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { accountCalls } from './calls.ts'
import { useKeepAccount } from './use-account.ts'

const told = (title: string) => (error: Error) => toast({ title, description: failureOf(error).message, variant: 'destructive' })

/** Mailing the link to confirm an address again, and staying with the present address. */
export const useMailedLink = () => {
  const { keepAccount, readAgain } = useKeepAccount()
  const resend = useMutation({
    mutationFn: (_to: string) => accountCalls.resendEmail(),
    onSuccess: (account, to) => {
      keepAccount(account)
      toast({ title: 'Success', description: `The link is on its way to ${to}.` })
    },
    onError: told('Not Sent'),
  })
  const keepPresent = useMutation({
    mutationFn: accountCalls.keepEmail,
    onSuccess: async () => {
      await readAgain()
      toast({ title: 'Success', description: 'Your e-mail stays as it is. The link that we sent leads nowhere now.' })
    },
    onError: told('Error'),
  })
  return {
    resend: (to: string) => resend.isPending || resend.mutate(to),
    isSending: resend.isPending,
    keepPresent: () => keepPresent.isPending || keepPresent.mutate(),
    isKeeping: keepPresent.isPending,
  }
}
