import { passwordConfirmation, type TwoFactorSetup } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { DialogButtons, UsernameField } from '#web/features/account/form/form-buttons.tsx'
import { FormError } from '#web/features/account/form/form-error.tsx'
import { PasswordField } from '#web/features/account/form/password-field.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'

type Props = { email: string | null; done: (setup: TwoFactorSetup) => void; close: () => void }

/** Turning two-factor sign-in on begins with the password. */
export const PasswordStep = ({ email, done, close }: Props) => {
  const { register, errorOf, submit, isPending, failure } = useAccountForm({
    schema: passwordConfirmation,
    defaults: { password: '' },
    first: 'password',
    send: accountClient.beginTwoFactor,
    done,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted text-sm">
        You need an authenticator app on your phone, such as Google Authenticator, 1Password or Aegis. First enter your password.
      </p>
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <DialogButtons label="Continue" working="Checking..." isPending={isPending} close={close} />
    </form>
  )
}
