import { useFormContext, useWatch } from 'react-hook-form'
import { buildValidityTerms } from '#shared/validity-terms.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'
import { Select } from '#web/ui/field.tsx'
import { getLabel } from './form/profile-labels.ts'
import type { Values } from './form/profile-values.ts'
import { SectionCard } from './form/section-card.tsx'
import { Switch } from './form/switch.tsx'
import { ProfileField, TextLine, TextLines } from './form/text-field.tsx'
import { TimeZoneOptions } from './form/time-zone-options.tsx'

const number = { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' } as const

export const DocumentDefaultsSection = () => {
  const { control, register } = useFormContext<Values>()
  const [validDays, language] = useWatch({ control, name: ['estimateValidDays', 'documentLanguage'] })
  const days = /^\d+$/.test(validDays.trim()) ? Number(validDays) : 30
  return (
    <SectionCard id="defaults" title="Defaults" text="Pre-filled on new invoices and estimates. You can change them on each one.">
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-6">
        <TextLine {...number} name="invoiceDueDays" className="tabular-nums sm:col-span-3" hint="After the issue date." />
        <TextLine {...number} name="estimateValidDays" className="tabular-nums sm:col-span-3" hint="After the issue date." />
        <TextLines name="invoiceTerms" className="sm:col-span-3" placeholder="e.g. Payment within 30 days" />
        <TextLines name="invoiceNotes" className="sm:col-span-3" placeholder="e.g. Thank you for your business" />
        <TextLines name="estimateTerms" className="sm:col-span-3" placeholder={buildValidityTerms(language, days)} />
        <TextLines name="estimateNotes" className="sm:col-span-3" placeholder="e.g. What the price includes" />
        <ZoneField />
        <Switch
          label={getLabel('appliesCredit')}
          hint="Credit that a customer has is applied to their next invoice when you send it."
          {...register('appliesCredit')}
          className="sm:col-span-6"
        />
      </div>
    </SectionCard>
  )
}

const ZoneField = () => {
  const { register, formState } = useFormContext<Values>()
  const saved = formState.defaultValues?.timeZone ?? ''
  return (
    <ProfileField name="timeZone" hint="Sets the date of new invoices and estimates, and when they are overdue." className="sm:col-span-6">
      <Select {...register('timeZone')}>
        <option value="">Same as this browser ({browserTimeZone})</option>
        <TimeZoneOptions saved={saved} />
      </Select>
    </ProfileField>
  )
}
