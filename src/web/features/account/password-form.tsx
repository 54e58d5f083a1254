import { useQueryClient } from '@tanstack/react-query'
import { passwordInput, shortestPassword } from '#shared/api/account.ts'
import { toast } from '#web/lib/toast.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { accountCalls, paths } from './calls.ts'
import { FormFailure } from './form-failure.tsx'
import { FormEnd, ForWhom } from './form-parts.tsx'
import { PasswordField } from './password-field.tsx'
import { useKeepAccount } from './use-account.ts'
import { useAccountForm } from './use-account-form.ts'
import { unsavedQuestion } from './words.ts'

/** The present password and the next one. */
export const PasswordForm = ({ email, close }: { email: string | null; close: () => void }) => {
  const client = useQueryClient()
  const { keepAccount } = useKeepAccount()
  const { register, errorOf, submit, isDirty, isPending, failure } = useAccountForm({
    schema: passwordInput,
    defaults: { current: '', next: '' },
    first: 'current',
    send: accountCalls.changePassword,
    done: (saved) => {
      keepAccount(saved)
      void client.invalidateQueries({ queryKey: [paths.sessions] })
      toast({ title: 'Success', description: 'Your password is changed. Your other devices are signed out.' })
      close()
    },
  })
  useUnsaved(isDirty, unsavedQuestion)
  return (
    <form noValidate onSubmit={submit} aria-label="Change password" className="grid max-w-md gap-4">
      <FormFailure failure={failure} />
      <ForWhom email={email} />
      <PasswordField {...register('current')} label="Current password" kind="current-password" error={errorOf('current')} />
      <PasswordField
        {...register('next')}
        label="New password"
        kind="new-password"
        hint={`At least ${shortestPassword} characters.`}
        error={errorOf('next')}
      />
      <FormEnd label="Change password" working="Changing..." isPending={isPending} close={close} />
    </form>
  )
}
