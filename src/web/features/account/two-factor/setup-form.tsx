import { codeInput, type TwoFactorSetup } from '#shared/contract/account.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { DialogButtons } from '#web/features/account/form/dialog-buttons.tsx'
import { CodeField } from '#web/features/account/form/secret-fields.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { call } from '#web/lib/api/client.ts'
import { FormError } from '#web/ui/form-failure.tsx'
import { groupByFour } from './recovery-messages.ts'

type Props = { setup: TwoFactorSetup; done: (codes: { recoveryCodes: string[] }) => void; close: () => void }

export const SetupForm = ({ setup: { secret, uri, qr }, done, close }: Props) => {
  const { register, errorOf, submit, isPending, failure, element } = useAccountForm({
    schema: codeInput,
    defaults: { code: '' },
    first: 'code',
    send: (body) => call(accountEndpoints.confirmTwoFactor, { body }),
    done,
  })
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <FormError failure={failure} />
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
        <CodeField {...register('code')} inputMode="numeric" hint="Six digits; they change every 30 seconds." error={errorOf('code')} />
      </section>
      <DialogButtons label="Turn on" working="Checking..." isPending={isPending} close={close} />
    </form>
  )
}
