import type { SampleBody } from './calls.ts'
import type { Values } from './profile-values.ts'
import { isColor, tidyColor } from './tidy.ts'

/** How much of each a preview takes; nobody sees more of it on a page. */
const longest = {
  businessName: 200,
  email: 254,
  phone: 50,
  address: 500,
  city: 100,
  state: 100,
  zipCode: 20,
  country: 100,
  website: 2000,
  taxNumber: 50,
} as const

/** Whether this field changes letter by letter. */
export const isTyped = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(longest, name)

/** What a preview of the form asks for. @param shown the colours that stand in while one is half typed */
export const sampleBody = (
  values: Values,
  kind: NonNullable<SampleBody['kind']>,
  shown: Pick<Values, 'pdfPrimaryColor' | 'pdfAccentColor'>,
): SampleBody => {
  const color = (name: 'pdfPrimaryColor' | 'pdfAccentColor') => {
    const typed = tidyColor(values[name])
    return isColor(typed) ? typed.trim() : shown[name]
  }
  const clipped = Object.entries(longest).map(([name, length]) => [
    name,
    values[name as keyof typeof longest].slice(0, length).toWellFormed(),
  ])
  return {
    kind,
    ...(Object.fromEntries(clipped) as Record<keyof typeof longest, string>),
    logoUrl: values.logoUrl,
    pdfTheme: values.pdfTheme,
    pdfPrimaryColor: color('pdfPrimaryColor'),
    pdfAccentColor: color('pdfAccentColor'),
    paperSize: values.paperSize,
    paperLanguage: values.paperLanguage,
  }
}
