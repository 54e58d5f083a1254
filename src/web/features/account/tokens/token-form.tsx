import type { z } from 'zod'
import type { Account } from '#shared/contract/account.ts'
import { tokenInput, tokenLifetimes } from '#shared/contract/tokens.ts'
import { textLimits } from '#shared/text-limits.ts'
import { type NewToken, tokenClient } from '#web/features/account/api/token-client.ts'
import { CodeField } from '#web/features/account/form/code-field.tsx'
import { DialogButtons, UsernameField } from '#web/features/account/form/form-buttons.tsx'
import { FormError } from '#web/features/account/form/form-error.tsx'
import { PasswordField } from '#web/features/account/form/password-field.tsx'
import { useAccountForm } from '#web/features/account/form/use-account-form.ts'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { ScopeFieldset } from './scope-fieldset.tsx'
import { formatLifetime } from './token-labels.ts'

const defaultLife = 90

type Props = { account: Account; done: (made: NewToken) => void; close: () => void }

/** What the token is called, what it may do and for how long; and that it is really you. */
export const TokenForm = ({ account, done, close }: Props) => {
  const isOurs = account.managedBy === 'billfold'
  const { register, errorOf, submit, isPending, failure } = useAccountForm<z.input<typeof tokenInput>, NewToken>({
    schema: tokenInput,
    defaults: { name: '', scopes: [], expiresInDays: defaultLife, ...(isOurs ? { password: '', code: '' } : {}) },
    first: 'name',
    send: tokenClient.create,
    done,
  })
  const lifeOf = { setValueAs: (value: string | number | null) => (value === '' || value === null ? null : Number(value)) }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError failure={failure} />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Name" required hint="So that you know it again, like “Shop”." error={errorOf('name')}>
          <Input {...register('name')} autoComplete="off" maxLength={textLimits.tokenName} dir="auto" />
        </Field>
        <Field label="Good for" error={errorOf('expiresInDays')}>
          <Select {...register('expiresInDays', lifeOf)}>
            {tokenLifetimes.map((days) => (
              <option key={days} value={days ?? ''}>
                {formatLifetime(days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ScopeFieldset field={register('scopes')} error={errorOf('scopes')} />
      {isOurs && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <UsernameField email={account.email} />
          <PasswordField {...register('password')} label="Your password" kind="current-password" error={errorOf('password')} />
          {account.twoFactor.isOn && (
            <CodeField {...register('code')} hint="Of your authenticator app, or a recovery code." error={errorOf('code')} />
          )}
        </div>
      )}
      <DialogButtons label="Make token" working="Making it..." isPending={isPending} close={close} />
    </form>
  )
}
