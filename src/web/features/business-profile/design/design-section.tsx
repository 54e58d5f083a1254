import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { documentLanguages } from '#shared/document-languages.ts'
import { type DocumentDesign, documentDesigns, pageSizes } from '#shared/pdf-document.ts'
import { isColor, normalizeColor } from '#web/features/business-profile/form/normalize.ts'
import { getLabel } from '#web/features/business-profile/form/profile-labels.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { ColorFields } from './color-fields.tsx'
import { ThemeThumbnail } from './theme-thumbnail.tsx'

const shownColor = (typed: string) => (isColor(normalizeColor(typed)) ? normalizeColor(typed) : '#9ca3af')

const ThemePicker = () => {
  const { control, register } = useFormContext<Values>()
  const [chosen, primary, accent] = useWatch({ control, name: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor'] })
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Theme</legend>
      <div className="grid grid-cols-3 gap-2 sm:gap-3 min-[50rem]:grid-cols-5">
        {(Object.keys(documentDesigns) as DocumentDesign[]).map((theme) => (
          <label
            key={theme}
            className="relative flex min-w-0 cursor-pointer flex-col gap-2 rounded-lg border border-line bg-canvas p-2 transition-colors hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              value={theme}
              {...register('pdfTheme')}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            <ThemeThumbnail theme={theme} primary={shownColor(primary)} accent={shownColor(accent)} />
            <span className="-mx-1.5 text-center font-medium text-xs leading-4 tracking-tight">{documentDesigns[theme]}</span>
            {theme === chosen && (
              <span className="-top-1.5 -right-1.5 pointer-events-none absolute grid size-5 place-items-center rounded-full bg-accent text-on-accent">
                <Check className="size-3.5" aria-hidden />
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** @param preview shown inside the section on screens without room beside the form */
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
        <div className="grid min-w-0 flex-1 content-start gap-6 [@media(min-height:44rem)]:max-sm:[&_:is(input,select,button)]:scroll-mt-56!">
          <ThemePicker />
          <ColorFields />
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            <Field label={getLabel('pageSize')} error={errors.pageSize?.message}>
              <Select {...register('pageSize')}>
                {Object.entries(pageSizes).map(([size, words]) => (
                  <option key={size} value={size}>
                    {words}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={getLabel('documentLanguage')} error={errors.documentLanguage?.message}>
              <Select {...register('documentLanguage')}>
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
