import { useWatch } from 'react-hook-form'
import { type Customer, customerInput } from '#modules/customers/contract.ts'
import type { EntityFormProps } from '#web/entity/entity-dialog.tsx'
import { EntityForm, useEntityForm } from '#web/entity/entity-form.tsx'
import { CurrencySelect } from '#web/entity/pickers/currency-select.tsx'
import { SimilarCustomerHint, useSimilarCustomers } from '#web/entity/pickers/similar-customers.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import type { CustomerBody } from './customers.ts'
import { TaxFields } from './tax-fields.tsx'

const defaultsOf = (row: Customer | undefined): CustomerBody => ({
  name: row?.name ?? '',
  company: row?.company ?? '',
  contactName: row?.contactName ?? '',
  email: row?.email ?? '',
  otherEmails: row?.otherEmails ?? '',
  phone: row?.phone ?? '',
  address: row?.address ?? '',
  city: row?.city ?? '',
  state: row?.state ?? '',
  zipCode: row?.zipCode ?? '',
  country: row?.country ?? '',
  vatId: row?.vatId ?? '',
  registrationId: row?.registrationId ?? '',
  countryCode: row?.countryCode ?? '',
  taxRateId: row?.taxRateId ?? '',
  currency: row?.currency ?? '',
  statementsOff: row?.statementsOff ?? false,
})

const CustomerForm = (props: EntityFormProps<Customer, CustomerBody>) => {
  const { form, register, errorOf, frame } = useEntityForm({
    ...props,
    schema: customerInput,
    defaults: defaultsOf(props.row),
    first: 'name',
  })
  const [name = '', email] = useWatch({ control: form.control, name: ['name', 'email'] })
  const home = useHomeCurrency()
  const similar = useSimilarCustomers({ name, email: email ?? '', customerId: props.row?.id })
  return (
    <EntityForm {...props} {...frame}>
      <Field
        label="Name"
        required
        error={errorOf('name')}
        hint={similar.name && <SimilarCustomerHint text={similar.name} />}
        className="sm:col-span-3"
      >
        <Input {...register('name')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="Company" error={errorOf('company')} className="sm:col-span-3">
        <Input {...register('company')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="Contact Person" error={errorOf('contactName')} hint="Emails greet this person." className="sm:col-span-6">
        <Input {...register('contactName')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field
        label="Email"
        error={errorOf('email')}
        hint={similar.email && <SimilarCustomerHint text={similar.email} />}
        className="sm:col-span-3"
      >
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label="Phone" error={errorOf('phone')} className="sm:col-span-3">
        <Input {...register('phone')} type="tel" autoComplete="off" />
      </Field>
      <Field
        label="Other Recipients"
        error={errorOf('otherEmails')}
        hint="Further emails, separated by commas. You choose among them when you send."
        className="sm:col-span-6"
      >
        <Input {...register('otherEmails')} inputMode="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Address" error={errorOf('address')} className="sm:col-span-6">
        <Input {...register('address')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="City" error={errorOf('city')} className="sm:col-span-3">
        <Input {...register('city')} autoComplete="off" autoCapitalize="words" />
      </Field>
      <Field label="State" error={errorOf('state')} className="sm:col-span-3">
        <Input {...register('state')} autoComplete="off" />
      </Field>
      <Field label="ZIP Code" error={errorOf('zipCode')} className="sm:col-span-3">
        <Input {...register('zipCode')} autoComplete="off" autoCapitalize="characters" />
      </Field>
      <Field label="Country" error={errorOf('country')} className="sm:col-span-3">
        <Input {...register('country')} autoComplete="off" />
      </Field>
      <Field label="Currency" error={errorOf('currency')} hint="For new invoices and estimates." className="sm:col-span-6">
        <CurrencySelect {...register('currency')} without={home}>
          <option value="">Same as the business ({home})</option>
        </CurrencySelect>
      </Field>
      <TaxFields form={form} errorOf={errorOf} />
      <label className="flex min-h-6 items-center gap-2.5 text-sm sm:col-span-6 pointer-coarse:min-h-11">
        <input type="checkbox" {...register('statementsOff')} className="size-4 shrink-0 accent-accent" />
        <span>
          No monthly statements <span className="text-muted">(Business Profile, Statements)</span>
        </span>
      </label>
    </EntityForm>
  )
}

export default CustomerForm
