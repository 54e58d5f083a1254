import { type TwoFactorSetup, withPassword } from '#shared/api/account.ts'
import { accountCalls } from './calls.ts'
import { FormFailure } from './form-failure.tsx'
import { DialogEnd, ForWhom } from './form-parts.tsx'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = { email: string | null; done: (setup: TwoFactorSetup) => void; close: () => void }

/** Turning two-factor sign-in on begins with the password. */
export const PasswordStep = ({ email, done, close }: Props) => {
  const { register, errorOf, submit, isPending, failure } = useAccountForm({
    schema: withPassword,
    defaults: { password: '' },
    first: 'password',
    send: accountCalls.beginTwoFactor,
    done,
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted text-sm">
        You need an authenticator app on your phone, such as Google Authenticator, 1Password or Aegis. First enter your password.
      </p>
      <FormFailure failure={failure} />
      <ForWhom email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <DialogEnd label="Continue" working="Checking..." isPending={isPending} close={close} />
    </form>
  )
}
