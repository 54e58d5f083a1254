import { useWatch } from 'react-hook-form'
import { type Customer, customerInput } from '#modules/customers/contract.ts'
import { customerModel } from '#modules/customers/model.ts'
import { ModelForm, useModelForm } from '#web/entity/model-form.tsx'
import { SimilarCustomerHint, useSimilarCustomers } from '#web/entity/pickers/similar-customers.tsx'
import { createRecordDialog, type RecordEditorProps } from '#web/entity/record-editor.tsx'
import { RecordFields } from '#web/entity/record-fields.tsx'
import { Input } from '#web/ui/field.tsx'
import { customers } from './customers.ts'
import { FoldedSection } from './folded-section.tsx'
import { TaxFields } from './tax-fields.tsx'

const CustomerForm = (props: RecordEditorProps<Customer>) => {
  const record = useModelForm(customers, props, { schema: customerInput })
  const { control, register } = record.form
  const [name = '', email] = useWatch({ control, name: ['name', 'email'] })
  const similar = useSimilarCustomers({ name, email: email ?? '', customerId: props.row?.id })
  return (
    <ModelForm
      entity={customers}
      record={record}
      texts={{
        dueEndOfMonth: ({ dueEndOfMonth }) => (dueEndOfMonth ? 'Yes' : ''),
        orderNumberRequired: ({ orderNumberRequired }) => (orderNumberRequired ? 'Yes' : ''),
        statementsOff: ({ statementsOff }) => (statementsOff ? 'Off' : ''),
      }}
      lines={[
        ['name', 'company'],
        ['contactName'],
        ['email', 'phone'],
        ['otherEmails'],
        ['address'],
        ['city', 'state'],
        ['zipCode', 'country'],
        ['currency', 'language'],
      ]}
      own={{
        name: { hint: similar.name && <SimilarCustomerHint text={similar.name} /> },
        email: { hint: similar.email && <SimilarCustomerHint text={similar.email} /> },
        // Of one line here, though a file may have several.
        address: { control: <Input {...register('address')} autoComplete="off" autoCapitalize="words" /> },
      }}
    >
      <FoldedSection
        {...record}
        title="Terms and references"
        summary="Due date, early discount, order number"
        names={['dueDays', 'dueEndOfMonth', 'earlyDiscountPercent', 'earlyDiscountDays', 'buyerReference', 'orderNumberRequired']}
      >
        <RecordFields
          {...record}
          fields={customerModel.fields}
          lines={[
            ['dueDays'],
            ['dueEndOfMonth'],
            ['earlyDiscountPercent', 'earlyDiscountDays'],
            ['buyerReference'],
            ['orderNumberRequired'],
          ]}
          own={{
            dueDays: { hint: 'After the issue date of new invoices. Blank for the default of the business.' },
            dueEndOfMonth: { hint: 'With 30 days, an invoice of Jan 4 is due on Feb 28.' },
          }}
        />
      </FoldedSection>
      <TaxFields {...record} />
      <label className="flex min-h-6 items-center gap-2.5 text-sm sm:col-span-6 pointer-coarse:min-h-11">
        <input type="checkbox" {...register('statementsOff')} className="size-4 shrink-0 accent-accent" />
        <span>
          No monthly statements <span className="text-muted">(Business Profile, Statements)</span>
        </span>
      </label>
    </ModelForm>
  )
}

export default createRecordDialog<Customer>(customers.noun, CustomerForm)
