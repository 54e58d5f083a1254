import { Check } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { isColor, normalizeColor } from '#web/features/business-profile/form/normalize.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { ThemeThumbnail } from './theme-thumbnail.tsx'

const shownColor = (typed: string) => (isColor(normalizeColor(typed)) ? normalizeColor(typed) : '#9ca3af')

/** The five themes, as thumbnails in the current colors. */
export const ThemePicker = () => {
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
