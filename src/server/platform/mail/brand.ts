import { type BrandColors, buildBrandColors } from '#shared/palette.ts'

/** A small picture, ready to be shown at this size, in CSS pixels. */
export type MailLogo = { bytes: Uint8Array; contentType: string; width: number; height: number }

/** The look of the sender of an email. */
export type MailBrand = { logo: MailLogo | null; colors: BrandColors }

/** The product's own look, for emails to its users. */
export const productBrand: MailBrand = { logo: null, colors: buildBrandColors('#0f766e', '#0f766e') }

/** The content id by which a message shows its sender's logo, which is attached to it: mail programs don't fetch it from anywhere. */
export const logoContentId = 'logo@billfold'
