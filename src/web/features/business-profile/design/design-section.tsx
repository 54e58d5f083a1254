import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { documentLanguages } from '#shared/document-languages.ts'
import { pageSizes } from '#shared/pdf-document.ts'
import { getLabel } from '#web/features/business-profile/form/profile-labels.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { ColorFields } from './color-fields.tsx'
import { ThemePicker } from './theme-picker.tsx'

/** The design of invoices and estimates. @param preview shown inside the section on screens without room beside the form */
export const DesignSection = ({ preview }: { preview?: ReactNode }) => {
  const { register, formState } = useFormContext<Values>()
  const { errors } = formState
  return (
    <SectionCard id="design" title="Design" text="How your invoices and estimates look. Those already sent keep their design.">
      <div className="flex flex-col gap-5 sm:flex-row-reverse sm:items-start sm:gap-6">
        {preview && (
          <div className="max-sm:-mx-4 top-14 max-sm:z-5 max-sm:border-line max-sm:border-y max-sm:bg-surface max-sm:px-4 max-sm:py-3 sm:sticky sm:top-18 sm:w-52 md:w-60 [@media(min-height:44rem)]:sticky sm:shrink-0 lg:top-20">
            {preview}
          </div>
        )}
        <div className="grid min-w-0 flex-1 content-start gap-6 max-sm:[&_:is(input,select,button)]:scroll-mt-72!">
          <ThemePicker />
          <ColorFields />
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            <Field label={getLabel('paperSize')} error={errors.paperSize?.message}>
              <Select {...register('paperSize')}>
                {Object.entries(pageSizes).map(([size, words]) => (
                  <option key={size} value={size}>
                    {words}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={getLabel('paperLanguage')} error={errors.paperLanguage?.message}>
              <Select {...register('paperLanguage')}>
                {Object.entries(documentLanguages).map(([language, name]) => (
                  <option key={language} value={language} lang={language}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </div>
      </div>
    </SectionCard>
  )
}
