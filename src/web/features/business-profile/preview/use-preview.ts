import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { businessDefaults } from '#shared/business-defaults.ts'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { lineBreak, type TextLimit, textLimits } from '#shared/text-limits.ts'
import type { SampleBody } from '#web/features/business-profile/form/api.ts'
import { isColor, normalizeColor, type Values } from '#web/features/business-profile/form/profile-values.ts'
import { createLivePreview } from '#web/lib/api/live-preview.ts'

/** Sent for a preview; a page has no room for more. */
const maxLengths = {
  businessName: textLimits.name,
  contactName: textLimits.name,
  email: textLimits.email,
  phone: textLimits.phone,
  address: textLimits.address,
  city: textLimits.place,
  state: textLimits.place,
  zipCode: textLimits.zipCode,
  country: textLimits.place,
  website: textLimits.webAddress,
  taxNumber: textLimits.taxNumber,
  vatId: textLimits.taxNumber,
} as const

/** A text that is still being typed may be too long. */
const clipped = (text: string, limit: TextLimit): string => {
  const { characters, lineBreaks } = typeof limit === 'number' ? { characters: limit, lineBreaks: 0 } : limit
  return text
    .slice(0, characters)
    .toWellFormed()
    .split(lineBreak)
    .slice(0, lineBreaks + 1)
    .join('\n')
}

const defaultFields = {
  invoice: { notes: 'invoiceNotes', terms: 'invoiceTerms', days: 'invoiceDueDays' },
  estimate: { notes: 'estimateNotes', terms: 'estimateTerms', days: 'estimateValidDays' },
} as const
const defaultFieldNames = new Set<string>(Object.values(defaultFields).flatMap((fields) => Object.values(fields)))

/** Changes letter by letter. */
const isTextField = (name: string | undefined): boolean =>
  name !== undefined && (Object.hasOwn(maxLengths, name) || defaultFieldNames.has(name))

/** @param lastColors used while one is incomplete */
export const toSampleBody = (
  values: Values,
  kind: NonNullable<SampleBody['kind']>,
  lastColors: Pick<Values, 'pdfPrimaryColor' | 'pdfAccentColor'>,
): SampleBody => {
  const color = (name: 'pdfPrimaryColor' | 'pdfAccentColor') => {
    const typed = normalizeColor(values[name])
    return isColor(typed) ? typed.trim() : lastColors[name]
  }
  const typed = Object.entries(maxLengths).map(([name, limit]) => [name, clipped(values[name as keyof typeof maxLengths], limit)])
  return {
    kind,
    ...(Object.fromEntries(typed) as Record<keyof typeof maxLengths, string>),
    logoUrl: values.logoUrl,
    pdfTheme: values.pdfTheme,
    pdfPrimaryColor: color('pdfPrimaryColor'),
    pdfAccentColor: color('pdfAccentColor'),
    pageSize: values.pageSize,
    documentLanguage: values.documentLanguage,
    ...getDefaults(values, kind),
  }
}

const getDefaults = (values: Values, kind: keyof typeof defaultFields) => {
  const { notes, terms, days } = defaultFields[kind]
  const text = (name: typeof notes | typeof terms) => clipped(values[name], textLimits.previewNotes)
  const isDays = /^\d{1,3}$/.test(values[days].trim()) && Number(values[days]) <= 365
  return { notes: text(notes), terms: text(terms), ...(isDays && { days: Number(values[days]) }) }
}

export type SampleKind = NonNullable<SampleBody['kind']>

/** Typing doesn't rerender the form: the component that shows the image subscribes to it. */
export const usePreview = ({ subscribe, getValues }: Pick<UseFormReturn<Values>, 'subscribe' | 'getValues'>) => {
  const [preview] = useState(() => createLivePreview<SampleBody>(businessProfileEndpoints.preview))
  const [kind, setKind] = useState<SampleKind>('invoice')
  const lastColors = useRef<Pick<Values, 'pdfPrimaryColor' | 'pdfAccentColor'>>(businessDefaults)
  useEffect(() => {
    const follow = ({ name }: { name?: string | undefined } = {}) => {
      const body = toSampleBody(getValues(), kind, lastColors.current)
      lastColors.current = body
      preview.update(body, isTextField(name) ? 'typed' : 'chosen')
    }
    follow()
    return subscribe({ formState: { values: true }, callback: follow })
  }, [preview, kind, subscribe, getValues])
  useEffect(() => preview.watchOnline(), [preview])
  return { preview, kind, setKind }
}
export type Preview = ReturnType<typeof usePreview>
