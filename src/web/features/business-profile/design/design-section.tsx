import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { businessDefaults, colorPresets } from '#shared/business-defaults.ts'
import { documentLanguages } from '#shared/document-languages.ts'
import { findLogoColors } from '#shared/palette.ts'
import { type DocumentDesign, designColors, documentDesigns, pageSizes } from '#shared/pdf-document.ts'
import { isColor, normalizeColor, type Values } from '#web/features/business-profile/form/profile-values.ts'
import { readPixels } from '#web/features/business-profile/form/read-pixels.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { ProfileField } from '#web/features/business-profile/form/text-field.tsx'
import { cx } from '#web/ui/cx.ts'
import { Input, Select } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ThemeThumbnail } from './theme-thumbnail.tsx'

type Name = 'pdfPrimaryColor' | 'pdfAccentColor'
const options = { shouldDirty: true, shouldValidate: true } as const

const ColorFields = () => (
  <div className="grid gap-4">
    <Presets />
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
      <ColorField name="pdfPrimaryColor" palette="Color picker: primary" hint="Headings and lines." />
      <ColorField name="pdfAccentColor" palette="Color picker: accent" hint="Highlights, such as the total." />
    </div>
  </div>
)

const ColorField = ({ name, palette, hint }: { name: Name; palette: string; hint: string }) => {
  const { control, register, setValue } = useFormContext<Values>()
  const typed = normalizeColor(useWatch({ control, name }))
  return (
    <div className="relative">
      <ProfileField name={name} hint={hint}>
        <Input
          {...register(name, {
            onBlur: (event: { target: { value: string } }) => {
              const normalized = normalizeColor(event.target.value)
              if (normalized !== event.target.value) setValue(name, normalized, options)
            },
          })}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={20}
          className="pl-12 tabular-nums pointer-coarse:pl-14"
        />
      </ProfileField>
      <input
        type="color"
        aria-label={palette}
        title="Pick a color"
        value={isColor(typed) ? typed.toLowerCase() : '#ffffff'}
        onChange={(event) => setValue(name, event.target.value, options)}
        className="absolute top-[1.9375rem] left-1.5 h-6 w-8 cursor-pointer overflow-hidden rounded border border-control bg-transparent p-0 pointer-coarse:top-[1.625rem] pointer-coarse:left-0 pointer-coarse:h-11 pointer-coarse:w-12 pointer-coarse:border-0 pointer-coarse:p-1.5 [&::-moz-color-swatch]:border-0 pointer-coarse:[&::-moz-color-swatch]:rounded [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:border-0 pointer-coarse:[&::-webkit-color-swatch]:rounded"
      />
    </div>
  )
}

/** Undefined until the logo is read; null without a logo, or without colors in it. */
const useLogoColors = (url: string | null): Pair | null | undefined => {
  const [read, setRead] = useState<{ url: string; pair: Pair | null }>()
  useEffect(() => {
    if (url === null) return
    let isCurrent = true
    const picture = new Image()
    const finish = (pair: Pair | null) => isCurrent && setRead({ url, pair })
    picture.onload = () => finish(findLogoColors(readPixels(picture) ?? []))
    picture.onerror = () => finish(null)
    picture.src = url
    return () => {
      isCurrent = false
    }
  }, [url])
  return url === null ? null : read?.url === url ? read.pair : undefined
}

const defaultColors = { primary: businessDefaults.pdfPrimaryColor, accent: businessDefaults.pdfAccentColor }

const Presets = () => {
  const { control, setValue } = useFormContext<Values>()
  const [theme, primary, accent, logoUrl] = useWatch({ control, name: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor', 'logoUrl'] })
  const logo = useLogoColors(logoUrl)
  const isUntouched = theme === businessDefaults.pdfTheme && same(defaultColors, primary, accent)
  const take = (pair: { primary: string; accent: string }) => {
    setValue('pdfPrimaryColor', pair.primary, options)
    setValue('pdfAccentColor', pair.accent, options)
  }
  const own = designColors[theme]
  const isOwn = same(own, primary, accent)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-sm">Colors</legend>
      <div className="grid grid-cols-2 gap-2 xl:grid-cols-3">
        {logo === undefined ? (
          <Skeleton className="col-span-full h-10 pointer-coarse:h-11" />
        ) : (
          logo && (
            <Preset
              pair={logo}
              chosen={same(logo, primary, accent)}
              take={take}
              className={cx('col-span-full', isUntouched && 'border-accent text-accent')}
            >
              Use your logo's colors
            </Preset>
          )
        )}
        {colorPresets.map((preset) => (
          <Preset key={preset.name} pair={preset} chosen={same(preset, primary, accent)} take={take}>
            {preset.name}
          </Preset>
        ))}
      </div>
      <button
        type="button"
        aria-pressed={isOwn}
        onClick={() => take(own)}
        className="mt-2 inline-flex items-center gap-2 rounded-md py-1 text-left text-[0.8125rem] text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <Swatch pair={own} />
        <span className="underline decoration-line underline-offset-4">Original {documentDesigns[theme]} colors</span>
        {isOwn && <Check className="size-4 text-accent" aria-hidden />}
      </button>
    </fieldset>
  )
}

type Pair = { primary: string; accent: string }
const same = (pair: Pair, primary: string, accent: string) =>
  pair.primary.toLowerCase() === primary.toLowerCase() && pair.accent.toLowerCase() === accent.toLowerCase()

const Swatch = ({ pair: { primary, accent } }: { pair: Pair }) => (
  <span
    aria-hidden
    className="flex h-5 w-8 shrink-0 forced-color-adjust-none overflow-hidden rounded ring-1 max-[22.49rem]:w-5 ring-black/10 dark:ring-white/20"
  >
    <span className="flex-1" style={{ background: primary }} />
    <span className="flex-1" style={{ background: accent }} />
  </span>
)

type PresetProps = { pair: Pair; chosen: boolean; take: (pair: Pair) => void; className?: string; children: string }

const Preset = ({ pair, chosen, take, className, children }: PresetProps) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={() => take(pair)}
    className={cx(
      'flex h-10 min-w-0 items-center gap-2.5 rounded-md border px-2.5 text-left text-[0.8125rem] leading-4 transition-colors pointer-coarse:h-11',
      chosen ? 'border-accent bg-accent-soft ring-1 ring-accent' : 'kit:border-line hover:border-control',
      className,
    )}
  >
    <Swatch pair={pair} />
    <span className="min-w-0 flex-1 font-medium">{children}</span>
    {chosen && <Check className="size-4 shrink-0 text-accent max-sm:hidden" aria-hidden />}
  </button>
)

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
  const { register } = useFormContext<Values>()
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
            <ProfileField name="pageSize">
              <Select {...register('pageSize')}>
                {Object.entries(pageSizes).map(([size, words]) => (
                  <option key={size} value={size}>
                    {words}
                  </option>
                ))}
              </Select>
            </ProfileField>
            <ProfileField name="documentLanguage">
              <Select {...register('documentLanguage')}>
                {Object.entries(documentLanguages).map(([language, name]) => (
                  <option key={language} value={language} lang={language}>
                    {name}
                  </option>
                ))}
              </Select>
            </ProfileField>
          </div>
        </div>
      </div>
    </SectionCard>
  )
}
