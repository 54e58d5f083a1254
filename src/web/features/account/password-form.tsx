import { useQueryClient } from '@tanstack/react-query'
import { minPasswordLength, passwordInput } from '#shared/api/account.ts'
import { toast } from '#web/lib/toast.ts'
import { useUnsavedChanges } from '#web/ui/use-unsaved.ts'
import { accountClient, paths } from './calls.ts'
import { FormError } from './form-failure.tsx'
import { FormButtons, UsernameField } from './form-parts.tsx'
import { PasswordField } from './password-field.tsx'
import { useUpdateAccount } from './use-account.ts'
import { useAccountForm } from './use-account-form.ts'
import { unsavedQuestion } from './words.ts'

/** The present password and the next one. */
export const PasswordForm = ({ email, close }: { email: string | null; close: () => void }) => {
  const client = useQueryClient()
  const { keepAccount } = useUpdateAccount()
  const { register, errorOf, submit, isDirty, isPending, failure } = useAccountForm({
    schema: passwordInput,
    defaults: { current: '', next: '' },
    first: 'current',
    send: accountClient.changePassword,
    done: (saved) => {
      keepAccount(saved)
      void client.invalidateQueries({ queryKey: [paths.sessions] })
      toast({ title: 'Success', description: 'Your password is changed. Your other devices are signed out.' })
      close()
    },
  })
  useUnsavedChanges(isDirty, unsavedQuestion)
  return (
    <form noValidate onSubmit={submit} aria-label="Change password" className="grid max-w-md gap-4">
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('current')} label="Current password" kind="current-password" error={errorOf('current')} />
      <PasswordField
        {...register('next')}
        label="New password"
        kind="new-password"
        hint={`At least ${minPasswordLength} characters.`}
        error={errorOf('next')}
      />
      <FormButtons label="Change password" working="Changing..." isPending={isPending} close={close} />
    </form>
  )
}
