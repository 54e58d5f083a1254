import { emailInput } from '#shared/api/account.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { accountCalls } from './calls.ts'
import { FormFailure } from './form-failure.tsx'
import { FormEnd } from './form-parts.tsx'
import { PasswordField } from './password-field.tsx'
import { useKeepAccount } from './use-account.ts'
import { useAccountForm } from './use-account-form.ts'
import { unsavedQuestion } from './words.ts'

/** Where the account's e-mails are to go from now on. */
export const EmailForm = ({ close }: { close: () => void }) => {
  const { keepAccount } = useKeepAccount()
  const { register, errorOf, submit, isDirty, isPending, failure } = useAccountForm({
    schema: emailInput,
    defaults: { email: '', password: '' },
    first: 'email',
    send: accountCalls.changeEmail,
    done: (saved) => {
      keepAccount(saved)
      close()
      // The form gives way to what it came to.
      document.getElementById('email')?.focus({ preventScroll: true })
    },
  })
  useUnsaved(isDirty, unsavedQuestion)
  return (
    <form noValidate onSubmit={submit} aria-label="Change e-mail" className="grid max-w-md gap-4">
      <FormFailure failure={failure} />
      <Field label="New e-mail" required error={errorOf('email')} hint="We mail a link there. Nothing changes before you follow it.">
        <Input {...register('email')} type="email" inputMode="email" autoCapitalize="off" spellCheck={false} autoComplete="off" />
      </Field>
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <FormEnd label="Send the link" working="Sending..." isPending={isPending} close={close} />
    </form>
  )
}
