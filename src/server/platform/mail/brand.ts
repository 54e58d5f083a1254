import { type BrandColors, buildBrandColors } from '#shared/palette.ts'

export type MailLogo = { bytes: Uint8Array; contentType: string; width: number; height: number }

export type MailBrand = { logo: MailLogo | null; colors: BrandColors }

export const productBrand: MailBrand = { logo: null, colors: buildBrandColors('#0f766e', '#0f766e') }

/** The logo is attached to the message: mail programs don't fetch it from anywhere. */
export const logoContentId = 'logo@billfold'
