import type { z } from 'zod'
import { passwordAndCodeConfirmation } from '#shared/contract/account.ts'
import { CodeField } from '#web/features/account/form/code-field.tsx'
import { DialogButtons, UsernameField } from '#web/features/account/form/form-buttons.tsx'
import { FormError } from '#web/features/account/form/form-error.tsx'
import { PasswordField } from '#web/features/account/form/password-field.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'

type Props<Reply> = {
  /** What it is about to do. */
  text: string
  label: string
  working: string
  email: string | null
  send: (proof: z.input<typeof passwordAndCodeConfirmation>) => Promise<Reply>
  done: (reply: Reply) => void
  close: () => void
}

/** Password and code, before something is done about the two-factor sign-in. */
export const VerifyForm = <Reply,>({ text, label, working, email, send, done, close }: Props<Reply>) => {
  const { register, errorOf, submit, isPending, failure } = useAccountForm({
    schema: passwordAndCodeConfirmation,
    defaults: { password: '', code: '' },
    first: 'password',
    send,
    done,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted text-sm">{text}</p>
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <CodeField {...register('code')} hint="Of your authenticator app, or a recovery code." error={errorOf('code')} />
      <DialogButtons label={label} working={working} isPending={isPending} close={close} />
    </form>
  )
}
