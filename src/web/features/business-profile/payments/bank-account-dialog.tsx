import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatIban } from '#shared/bank-accounts.ts'
import { type BankAccountsWire, bankAccountsInput } from '#shared/contract/bank-accounts.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { bankAccountEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import type { Currency } from '#shared/currencies.ts'
import { CurrencySelect } from '#web/entity/pickers/currency-select.tsx'
import { FormFrame, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, PasswordField, UsernameField } from '#web/ui/credential-fields.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type BankAccountWire, bankAccountsQuery } from './bank-accounts.ts'

type Given = { accounts: readonly BankAccountWire[]; at: number; isRemoval: boolean }
type Account = { email: string | null; managedBy: 'billfold' | 'elsewhere'; twoFactor: { isOn: boolean } }

const none: BankAccountWire = {
  ...{ holder: '', iban: null, bic: null, routingNumber: null, accountNumber: null, bankName: null, currency: null },
}

const AccountForm = ({ accounts, at, isRemoval, account, onClose }: Given & { account: Account; onClose: () => void }) => {
  const client = useQueryClient()
  const edited = accounts[at] ?? none
  const isLocal = account.managedBy === 'billfold'
  const { form, errorOf, frame } = useSettingsForm({
    schema: bankAccountsInput,
    defaults: {
      ...{
        holder: edited.holder,
        iban: edited.iban ? formatIban(edited.iban) : '',
        bic: edited.bic ?? '',
        currency: edited.currency ?? '',
      },
      ...{ routingNumber: edited.routingNumber ?? '', accountNumber: edited.accountNumber ?? '', bankName: edited.bankName ?? '' },
      ...{ password: '', code: '' },
    },
    toBody: ({ password, code, currency, ...typed }) => ({
      accounts: isRemoval
        ? accounts.toSpliced(at, 1)
        : accounts.toSpliced(at, 1, { ...typed, currency: (currency || null) as Currency | null }),
      ...(isLocal && { password, code }),
    }),
    toField: (path) => path.replace(`accounts.${at}.`, ''),
    first: isRemoval ? 'password' : 'holder',
    save: (body, once) => once(body, (request) => call(bankAccountEndpoints.save, { body, ...request })),
    done: (saved: BankAccountsWire) => {
      client.setQueryData(bankAccountsQuery.queryKey, saved)
      toast({ title: 'Success', description: isRemoval ? 'Bank account removed' : 'Bank account saved' })
      onClose()
    },
  })
  const { register } = form
  return (
    <FormFrame frame={frame} label="Bank account">
      {isRemoval ? (
        <p className="text-pretty text-sm">
          Invoices from now on no longer name {edited.iban ? formatIban(edited.iban) : edited.accountNumber}. Invoices that are sent keep
          it.
        </p>
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Account Holder" required className="sm:col-span-2" error={errorOf('holder')}>
            <Input {...register('holder')} dir="auto" autoComplete="off" />
          </Field>
          <Field label="IBAN" className="sm:col-span-2" error={errorOf('iban')} hint="Or, without one, the account number below.">
            <Input
              {...register('iban')}
              autoComplete="off"
              spellCheck={false}
              className="tabular-nums"
              placeholder="DE89 3704 0044 0532 0130 00"
            />
          </Field>
          <Field label="BIC" error={errorOf('bic')}>
            <Input {...register('bic')} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label="Bank" error={errorOf('bankName')}>
            <Input {...register('bankName')} dir="auto" autoComplete="off" />
          </Field>
          <Field label="Routing Number" error={errorOf('routingNumber')} hint="United States: nine digits.">
            <Input {...register('routingNumber')} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field label="Account Number" error={errorOf('accountNumber')}>
            <Input {...register('accountNumber')} autoComplete="off" />
          </Field>
          <Field label="For Invoices In" className="sm:col-span-2" error={errorOf('currency')}>
            <CurrencySelect {...register('currency')}>
              <option value="">All currencies without an account of their own</option>
            </CurrencySelect>
          </Field>
        </div>
      )}
      {isLocal && (
        <div className={cx('grid items-start gap-4', account.twoFactor.isOn && 'sm:grid-cols-2')}>
          <UsernameField email={account.email} />
          <PasswordField
            {...register('password')}
            label="Your password"
            hint="So that only you change where money goes."
            kind="current-password"
            error={errorOf('password')}
          />
          {account.twoFactor.isOn && (
            <CodeField {...register('code')} hint="From your authenticator app, or a recovery code." error={errorOf('code')} />
          )}
        </div>
      )}
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={isRemoval ? 'danger' : 'primary'} pending={frame.isPending}>
          {isRemoval ? 'Remove Account' : frame.isPending ? 'Saving...' : 'Save Account'}
        </Button>
      </ModalFooter>
    </FormFrame>
  )
}

export default function BankAccountDialog({ open, onClose, ...given }: Given & { open: boolean; onClose: () => void }) {
  const account = useQuery({
    queryKey: [accountEndpoints.account.path],
    queryFn: ({ signal }) => call(accountEndpoints.account, { signal }),
  })
  const title = given.isRemoval ? 'Remove Bank Account' : given.accounts[given.at] ? 'Edit Bank Account' : 'Add Bank Account'
  return (
    <Modal title={title} size="sm" open={open} onClose={onClose} guard>
      <Loaded query={account} fallback={<Skeleton className="h-64" />}>
        {(data) => <AccountForm {...given} account={data} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}
