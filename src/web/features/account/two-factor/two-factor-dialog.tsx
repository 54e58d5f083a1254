import { useRef, useState } from 'react'
import type { z } from 'zod'
import { passwordAndCodeConfirmation, passwordConfirmation, type TwoFactorSetup } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { FormError, UsernameField } from '#web/features/account/form/form-parts.tsx'
import { CodeField, PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetupForm } from './setup-form.tsx'

type VerifyFormProps<Reply> = {
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
const VerifyForm = <Reply,>({ text, label, working, email, send, done, close }: VerifyFormProps<Reply>) => {
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

type PasswordStepProps = { email: string | null; done: (setup: TwoFactorSetup) => void; close: () => void }

/** Turning two-factor sign-in on begins with the password. */
const PasswordStep = ({ email, done, close }: PasswordStepProps) => {
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

/** Turning it on, making new recovery codes, turning it off. */
export type TwoFactorAction = 'on' | 'renew' | 'off'

const titles: Record<TwoFactorAction, string> = {
  on: 'Turn on two-factor sign-in',
  renew: 'New recovery codes',
  off: 'Turn off two-factor sign-in',
}
const unkept = 'Close without keeping the recovery codes? They are not shown again.'

type Props = { deed: TwoFactorAction; email: string | null; open: boolean; onClose: () => void }

/** One step after the other, from the password to the recovery codes. */
export default function TwoFactorDialog({ deed, email, open, onClose }: Props) {
  const { keepAccount, readAgain } = useUpdateAccount()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const kept = useRef(false)
  const show = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    void readAgain()
  }
  const leave = () => {
    if (!codes || kept.current || confirmAction(unkept)) onClose()
  }
  return (
    <Modal title={codes ? 'Your recovery codes' : titles[deed]} size="sm" open={open} onClose={leave} guard>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} isFirst={deed === 'on'} onKept={(is) => (kept.current = is)} close={onClose} />
      ) : setup ? (
        <SetupForm setup={setup} done={show} close={leave} />
      ) : deed === 'on' ? (
        <PasswordStep email={email} done={setSetup} close={leave} />
      ) : deed === 'renew' ? (
        <VerifyForm
          text="The codes that you have now stop working."
          label="Make new codes"
          working="Making them..."
          email={email}
          send={accountClient.renewRecoveryCodes}
          done={show}
          close={leave}
        />
      ) : (
        <VerifyForm
          text="From then on your password alone is enough to sign in. Your recovery codes stop working."
          label="Turn off"
          working="Turning off..."
          email={email}
          send={accountClient.endTwoFactor}
          done={(account) => {
            keepAccount(account)
            toast({ title: 'Success', description: 'Two-factor sign-in is off.' })
            onClose()
          }}
          close={leave}
        />
      )}
    </Modal>
  )
}
