import { useRef, useState } from 'react'
import type { z } from 'zod'
import { passwordAndCodeConfirmation, passwordConfirmation, type TwoFactorSetup } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { UsernameField } from '#web/features/account/form/form-parts.tsx'
import { CodeField, PasswordField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { FormError } from '#web/ui/form-failure.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetupForm } from './setup-form.tsx'

type VerifyFormProps<Reply> = {
  text: string
  label: string
  working: string
  email: string | null
  send: (proof: z.input<typeof passwordAndCodeConfirmation>) => Promise<Reply>
  done: (reply: Reply) => void
  close: () => void
}

const VerifyForm = <Reply,>({ text, label, working, email, send, done, close }: VerifyFormProps<Reply>) => {
  const { register, errorOf, submit, isPending, failure, element } = useAccountForm({
    schema: passwordAndCodeConfirmation,
    defaults: { password: '', code: '' },
    first: 'password',
    send,
    done,
  })
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted text-sm">{text}</p>
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <CodeField {...register('code')} hint="From your authenticator app, or a recovery code." error={errorOf('code')} />
      <DialogButtons label={label} working={working} isPending={isPending} close={close} />
    </form>
  )
}

type PasswordStepProps = { email: string | null; done: (setup: TwoFactorSetup) => void; close: () => void }

const PasswordStep = ({ email, done, close }: PasswordStepProps) => {
  const { register, errorOf, submit, isPending, failure, element } = useAccountForm({
    schema: passwordConfirmation,
    defaults: { password: '' },
    first: 'password',
    send: (body) => call(accountEndpoints.startTwoFactor, { body }),
    done,
  })
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-muted text-sm">
        You need an authenticator app, such as Google Authenticator, 1Password or Aegis. Enter your password first.
      </p>
      <FormError failure={failure} />
      <UsernameField email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <DialogButtons label="Continue" working="Checking..." isPending={isPending} close={close} />
    </form>
  )
}

export type TwoFactorAction = 'on' | 'renew' | 'off'

const titles: Record<TwoFactorAction, string> = {
  on: 'Turn on two-factor sign-in',
  renew: 'New recovery codes',
  off: 'Turn off two-factor sign-in',
}
const closeQuestion = "Close without storing the recovery codes? They won't be shown again."

type Props = { action: TwoFactorAction; email: string | null; open: boolean; onClose: () => void }

export default function TwoFactorDialog({ action, email, open, onClose }: Props) {
  const { keepAccount, readAgain } = useUpdateAccount()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const isStored = useRef(false)
  const show = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    void readAgain()
  }
  const leave = async () => {
    if (!codes || isStored.current || (await confirmAction(closeQuestion, { confirm: 'Close', isDestructive: true }))) onClose()
  }
  return (
    <Modal title={codes ? 'Your recovery codes' : titles[action]} size="sm" open={open} onClose={leave} guard>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} isFirst={action === 'on'} onStored={(is) => (isStored.current = is)} close={onClose} />
      ) : setup ? (
        <SetupForm setup={setup} done={show} close={leave} />
      ) : action === 'on' ? (
        <PasswordStep email={email} done={setSetup} close={leave} />
      ) : action === 'renew' ? (
        <VerifyForm
          text="Your current codes will stop working."
          label="Create new codes"
          working="Creating..."
          email={email}
          send={(body) => call(accountEndpoints.regenerateRecoveryCodes, { body })}
          done={show}
          close={leave}
        />
      ) : (
        <VerifyForm
          text="Your password alone will be enough to sign in. Your recovery codes will stop working."
          label="Turn off"
          working="Turning off..."
          email={email}
          send={(body) => call(accountEndpoints.disableTwoFactor, { body })}
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
