import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type ManualEntryWire, manualEntryInput } from '#modules/manual-entries/contract.ts'
import {
  getTemplate,
  getUsualAccounts,
  type ManualEntryTemplate,
  manualEntryEndpoints,
  manualEntryTemplateNames,
  type Side,
  sides,
} from '#modules/manual-entries/model.ts'
import { getAccount } from '#shared/accounts.ts'
import { formatMoney } from '#shared/money.ts'
import { refreshManualEntries } from '#web/features/books/query/queries.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { formatAmountInput, getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'

type Typed = z.input<typeof manualEntryInput>

const toAccounts = (template: ManualEntryTemplate) => {
  const { debit, credit } = getUsualAccounts(template)
  return { debitAccount: String(debit), creditAccount: String(credit) }
}
const [firstTemplate] = manualEntryTemplateNames as [ManualEntryTemplate]
const groups = [...Map.groupBy(manualEntryTemplateNames, (name) => getTemplate(name).group)]

const labels: Record<Side, string> = { debit: 'Debit', credit: 'Credit' }
/** Money comes to the account that is debited. */
const moneyLabels: Record<Side, string> = { debit: 'To account', credit: 'From account' }

const EntryForm = (ends: FormEnds) => {
  const currency = useHomeCurrency()
  const { form, errorOf, frame } = useRecordForm<Typed, ManualEntryWire>({
    ...ends,
    noun: 'entry',
    keptAs: 'manual-entry.new',
    schema: manualEntryInput,
    defaults: { template: firstTemplate, amount: '', day: getToday(), description: '', ...toAccounts(firstTemplate) },
    first: 'template',
    save: (body, request) => call(manualEntryEndpoints.create, { body, ...request }),
    done: ({ description, amount }) => ({ title: 'Success', description: `${description}: ${formatMoney(amount, currency)} recorded` }),
    refresh: refreshManualEntries,
  })
  const { register, control, setValue } = form
  const [name, amount, debit, credit] = useWatch({ control, name: ['template', 'amount', 'debitAccount', 'creditAccount'] })
  const template = getTemplate(name)
  const chosen = sides.toReversed().filter((side) => template[side].length > 1)
  const changeTemplate = (next: ManualEntryTemplate) => {
    for (const side of sides) setValue(`${side}Account`, toAccounts(next)[`${side}Account`], { shouldDirty: true })
  }
  return (
    <RecordForm frame={frame} label="Entry" send={['Record entry', 'Recording...']}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="What happened?"
          required
          className="sm:col-span-2"
          error={errorOf('template')}
          hint={name === 'other' && 'Record costs as expenses, and what customers pay on their invoices.'}
        >
          <Select {...register('template', { onChange: ({ target }) => changeTemplate(target.value) })}>
            {groups.map(([group, names]) => (
              <optgroup key={group} label={group}>
                {names.map((each) => (
                  <option key={each} value={each}>
                    {getTemplate(each).label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Amount" required error={errorOf('amount')}>
          <Input {...register('amount')} type="number" step={getAmountStep(currency)} min="0" placeholder={getZeroAmount(currency)} />
        </Field>
        <Field label="Day" required error={errorOf('day')}>
          <FormDateInput control={control} name="day" />
        </Field>
        {chosen.map((side) => (
          <Field
            key={side}
            label={(name === 'other' ? labels : moneyLabels)[side]}
            required
            className={chosen.length === 1 ? 'sm:col-span-2' : undefined}
            error={errorOf(`${side}Account`)}
          >
            <Select {...register(`${side}Account`)}>
              {template[side].map((number) => (
                <option key={number} value={number}>
                  {getAccount(number).name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
        <Field label="Note" className="sm:col-span-2" error={errorOf('description')} hint="Shown in the journal. Optional.">
          <Input {...register('description')} dir="auto" autoComplete="off" placeholder={template.description} />
        </Field>
      </div>
      <Lines amount={formatAmountInput(amount || '0', currency)} accounts={{ debit: Number(debit), credit: Number(credit) }} />
    </RecordForm>
  )
}

/** As the journal will show them. */
const Lines = ({ amount, accounts }: { amount: string; accounts: Record<Side, number> }) => (
  <section aria-label="In the journal" aria-live="polite" className="rounded-lg bg-sunken px-4 py-3">
    <dl className="grid gap-1.5 text-sm">
      {sides.map((side) => (
        <div key={side} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-baseline gap-3">
          <dt className="text-muted">{labels[side]}</dt>
          <dd className="truncate font-medium">{getAccount(accounts[side]).name}</dd>
          <dd className="tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  </section>
)

export default function ManualEntryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { close, formRef } = useDiscardGuard('Discard this entry?', onClose)
  return (
    <Modal
      title="Record an entry"
      description="For money that no invoice, payment or expense explains."
      size="md"
      open={open}
      onClose={close}
      guard
    >
      <EntryForm onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
