import { Check } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { colorPresets } from '#shared/business-defaults.ts'
import { designColors, documentDesigns } from '#shared/pdf-document.ts'
import { isColor, normalizeColor } from '#web/features/business-profile/form/normalize.ts'
import { getLabel } from '#web/features/business-profile/form/profile-labels.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, Input } from '#web/ui/field.tsx'

type Name = 'pdfPrimaryColor' | 'pdfAccentColor'
const options = { shouldDirty: true, shouldValidate: true } as const

export const ColorFields = () => (
  <div className="grid gap-4">
    <Presets />
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
      <ColorField name="pdfPrimaryColor" palette="Color picker: primary" hint="Headings and lines." />
      <ColorField name="pdfAccentColor" palette="Color picker: accent" hint="Highlights, such as the total." />
    </div>
  </div>
)

const ColorField = ({ name, palette, hint }: { name: Name; palette: string; hint: string }) => {
  const { control, register, setValue, formState } = useFormContext<Values>()
  const typed = normalizeColor(useWatch({ control, name }))
  return (
    <div className="relative">
      <Field label={getLabel(name)} error={formState.errors[name]?.message} hint={hint}>
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
      </Field>
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

const Presets = () => {
  const { control, setValue } = useFormContext<Values>()
  const [theme, primary, accent] = useWatch({ control, name: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor'] })
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

const Preset = ({ pair, chosen, take, children }: { pair: Pair; chosen: boolean; take: (pair: Pair) => void; children: string }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={() => take(pair)}
    className={cx(
      'flex h-10 min-w-0 items-center gap-2.5 rounded-md border px-2.5 text-left text-[0.8125rem] leading-4 transition-colors pointer-coarse:h-11',
      chosen ? 'border-accent bg-accent-soft ring-1 ring-accent' : 'border-line hover:border-control',
    )}
  >
    <Swatch pair={pair} />
    <span className="min-w-0 flex-1 font-medium">{children}</span>
    {chosen && <Check className="size-4 shrink-0 text-accent max-sm:hidden" aria-hidden />}
  </button>
)
