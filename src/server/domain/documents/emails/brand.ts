import type { Business } from '#server/domain/business/business.ts'
import type { Services } from '#server/domain/services.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { scaleLogoForMail } from '#server/platform/storage/image-processing.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { buildBrandColors } from '#shared/palette.ts'

/** Without its logo, if that can't be read, so that the email is sent anyway. */
export const readMailBrand = async ({ objects, log }: Services, business: Business): Promise<MailBrand> => {
  const { logoKey, primaryColor, accentColor } = business
  const readLogo = async (key: string) => {
    const bytes = await objects.get(key)
    return bytes && scaleLogoForMail(bytes)
  }
  const logo =
    logoKey === null
      ? null
      : await readLogo(logoKey).catch((error: unknown) => {
          log(`A logo was left out of an email: ${toSingleLine(error instanceof Error ? error.message : String(error))}`)
          return null
        })
  return { logo, colors: buildBrandColors(primaryColor, accentColor) }
}
