import { type Business, getLocale } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import { imagePolicy, scaleLogoForMail } from '#server/platform/storage/image-processing.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { formatAddress } from '#shared/addresses.ts'
import { buildBrandColors } from '#shared/palette.ts'

export type StoredLogo = { key: string; contentType: string }

export const findLogo = async (db: UserDb, key: string | null): Promise<StoredLogo | null> => {
  if (key === null) return null
  const [row] = await db.rows<StoredLogo>(
    `select object_key as key, content_type as "contentType" from files where user_id = $1 and object_key = $2 and purpose = 'logo'`,
    [db.userId, key],
    'logos.known',
  )
  return row ?? null
}

/** @throws AppError 404 when there is none */
export const replyWithLogo = async (objects: ObjectStore, logo: StoredLogo | null): Promise<FileReply> => {
  const bytes = logo && (await objects.get(logo.key))
  if (!bytes) throw notFound('Logo')
  const { key, contentType } = logo
  const fileName = contentType === 'image/jpeg' ? 'logo.jpg' : 'logo.png'
  // A stored object never changes, so its name identifies its bytes.
  return { bytes, contentType, fileName, etag: key.split('/').at(-1)!, policy: imagePolicy }
}

export const toPublicBusiness = (business: Business, logoPath: string) => ({
  ...business,
  locale: getLocale(business),
  businessName: business.name,
  addressLines: formatAddress(business),
  logoUrl: business.logoKey === null ? null : logoPath,
  brand: buildBrandColors(business.primaryColor, business.accentColor),
})

/** Without its logo, if that can't be read, so that the email is sent anyway. */
export const readMailBrand = async (
  { objects, log }: { objects: ObjectStore; log: (line: string) => void },
  business: Business,
): Promise<MailBrand> => {
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
