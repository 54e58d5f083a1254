import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { codeInput, passwordAndCodeConfirmation, passwordConfirmation, type TwoFactorSetup } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { formatDay } from '#shared/dates.ts'
import { useUpdateAccount } from '#web/features/account/api/account-api.ts'
import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { DialogButtons } from '#web/features/account/form/form-parts.tsx'
import { FormFrame, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { saveBlob } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { CodeField, PasswordField, UsernameField } from '#web/ui/credential-fields.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { formatCodesFile, groupByFour } from './recovery-messages.ts'

type CodesProps = {
  codes: readonly string[]
  email: string | null
  /** Two-factor sign-in was just turned on. */
  isFirst: boolean
  onStored: (isStored: boolean) => void
  close: () => void
}

/** Shows the codes once; the dialog closes after the user confirms that they are stored. */
const RecoveryCodes = ({ codes, email, isFirst, onStored, close }: CodesProps) => {
  const [isStored, setIsStored] = useState(false)
  const id = useId()
  const download = () =>
    void saveBlob(
      'billfold-recovery-codes.txt',
      new Blob([formatCodesFile(codes, email, formatDay(getToday()))], { type: 'text/plain;charset=utf-8' }),
    ).catch(() => toast({ title: 'Error', description: 'The codes could not be saved. Copy them instead.', variant: 'destructive' }))
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm">
        {isFirst ? 'Two-factor sign-in is on. ' : 'Your previous codes no longer work. '}
        Store these codes where you can find them without your phone. Each works once. They won't be shown again.
      </p>
      <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-4 py-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} what="codes" />
        <Button variant="secondary" size="sm" onClick={download}>
          <Download aria-hidden /> Download
        </Button>
      </div>
      <div className="flex items-center gap-2.5 text-sm">
        <input
          id={id}
          type="checkbox"
          checked={isStored}
          onChange={({ target }) => {
            setIsStored(target.checked)
            onStored(target.checked)
          }}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <label htmlFor={id} className="min-w-0 pointer-coarse:py-2.5">
          I have stored these codes in a safe place
        </label>
      </div>
      <ModalFooter>
        <Button disabled={!isStored} onClick={close}>
          Done
        </Button>
      </ModalFooter>
    </div>
  )
}

type SetupProps = { setup: TwoFactorSetup; done: (codes: { recoveryCodes: string[] }) => void; close: () => void }

const SetupForm = ({ setup: { secret, uri, qr }, done, close }: SetupProps) => {
  const { form, errorOf, frame } = useSettingsForm({
    schema: codeInput,
    defaults: { code: '' },
    first: 'code',
    isRepeatable: false,
    save: (body) => call(accountEndpoints.confirmTwoFactor, { body }),
    done,
  })
  return (
    <FormFrame frame={frame} className="grid gap-5">
      <section aria-labelledby="scan-title" className="grid gap-3">
        <h3 id="scan-title" className="font-semibold text-sm">
          1. Scan this with your authenticator app
        </h3>
        {/* Always dark on light with a margin, which scanners need. Rendered as an image, so that it can't execute anything. */}
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`}
          alt="QR code for your authenticator app"
          className="size-48 justify-self-center rounded-lg border border-line bg-white p-4"
        />
        <p className="text-pretty text-muted text-sm">
          No camera at hand?{' '}
          <a href={uri} className="font-medium text-accent underline underline-offset-2">
            Open the app on this device
          </a>
          , or type this key into it:
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-2">
          <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{groupByFour(secret)}</code>
          <CopyButton text={secret} what="key" />
        </div>
      </section>
      <section aria-labelledby="code-title" className="grid gap-3">
        <h3 id="code-title" className="font-semibold text-sm">
          2. Enter the code that the app shows
        </h3>
        <CodeField
          {...form.register('code')}
          inputMode="numeric"
          hint="Six digits; they change every 30 seconds."
          error={errorOf('code')}
        />
      </section>
      <DialogButtons frame={frame} send={['Turn on', 'Checking...']} close={close} />
    </FormFrame>
  )
}

type VerifyFormProps<Reply> = {
  text: string
  send: readonly [label: string, pending: string]
  email: string | null
  save: (proof: z.input<typeof passwordAndCodeConfirmation>) => Promise<Reply>
  done: (reply: Reply) => void
  close: () => void
}

const VerifyForm = <Reply,>({ text, send, email, save, done, close }: VerifyFormProps<Reply>) => {
  const { form, errorOf, frame } = useSettingsForm({
    schema: passwordAndCodeConfirmation,
    defaults: { password: '', code: '' },
    first: 'password',
    isRepeatable: false,
    save,
    done,
  })
  const { register } = form
  return (
    <FormFrame frame={frame} intro={<p className="text-muted text-sm">{text}</p>}>
      <UsernameField email={email} />
      <PasswordField {...register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <CodeField {...register('code')} hint="From your authenticator app, or a recovery code." error={errorOf('code')} />
      <DialogButtons frame={frame} send={send} close={close} />
    </FormFrame>
  )
}

type PasswordStepProps = { email: string | null; done: (setup: TwoFactorSetup) => void; close: () => void }

const PasswordStep = ({ email, done, close }: PasswordStepProps) => {
  const { form, errorOf, frame } = useSettingsForm({
    schema: passwordConfirmation,
    defaults: { password: '' },
    first: 'password',
    isRepeatable: false,
    save: (body) => call(accountEndpoints.startTwoFactor, { body }),
    done,
  })
  return (
    <FormFrame
      frame={frame}
      intro={
        <p className="text-muted text-sm">
          You need an authenticator app, such as Google Authenticator, 1Password or Aegis. Enter your password first.
        </p>
      }
    >
      <UsernameField email={email} />
      <PasswordField {...form.register('password')} label="Password" kind="current-password" error={errorOf('password')} />
      <DialogButtons frame={frame} send={['Continue', 'Checking...']} close={close} />
    </FormFrame>
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
          send={['Create new codes', 'Creating...']}
          email={email}
          save={(body) => call(accountEndpoints.regenerateRecoveryCodes, { body })}
          done={show}
          close={leave}
        />
      ) : (
        <VerifyForm
          text="Your password alone will be enough to sign in. Your recovery codes will stop working."
          send={['Turn off', 'Turning off...']}
          email={email}
          save={(body) => call(accountEndpoints.disableTwoFactor, { body })}
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
