import type { z } from 'zod'
import { type Business, getHomeCurrency } from '#server/domain/business/business.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { buildSampleDocument } from '#server/domain/documents/pdf/sample.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { previewInput } from '#shared/contract/business-profile.ts'
import type { Day } from '#shared/dates.ts'
import { displayName, type UserName } from '#shared/user-names.ts'
import { findLogo } from './logo/logo-files.ts'

type PreviewInput = z.output<typeof previewInput>

/** When the SVG is opened by itself, it runs and loads nothing, not even its styles. The app shows it as a picture. */
const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"

export const createPreview = ({ pdf }: Services) => {
  /** @throws AppError 422 when it cannot be rendered, 429 or 503 when too many requests wait */
  return async (user: Caller, { kind, ...formValues }: PreviewInput, today: Day): Promise<FileReply> => {
    const document = buildSampleDocument(await user.tx((db) => toBusiness(db, formValues)), kind, today, formValues)
    // A newer request of the same user cancels the one before, so that typing does not wait for outdated previews.
    const bytes = await pdf.preview(document, getPdfAccount(user.id), `${user.id} ${kind}`).catch(throwPdfError)
    return { bytes, contentType: 'image/svg+xml', fileName: 'preview.svg', policy }
  }
}

const toBusiness = async (db: UserDb, formValues: Omit<PreviewInput, 'kind'>): Promise<Business> => ({
  name: formValues.businessName?.trim() || (await ownName(db)),
  contactName: formValues.contactName && formValues.contactName !== formValues.businessName?.trim() ? formValues.contactName : null,
  email: formValues.email || null,
  phone: formValues.phone || null,
  address: formValues.address || null,
  city: formValues.city || null,
  state: formValues.state || null,
  zipCode: formValues.zipCode || null,
  country: formValues.country || null,
  website: formValues.website || null,
  taxNumber: formValues.taxNumber || null,
  vatId: formValues.vatId || null,
  currency: await getHomeCurrency(db),
  theme: formValues.pdfTheme,
  primaryColor: formValues.pdfPrimaryColor,
  accentColor: formValues.pdfAccentColor,
  logoKey: formValues.logoUrl ? ((await findLogo(db, formValues.logoUrl))?.key ?? null) : null,
  size: formValues.pageSize,
  language: formValues.documentLanguage,
})

const ownName = async (db: UserDb): Promise<string> => {
  const [person] = await db.rows<UserName>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
    'users.person',
  )
  return displayName(person!)
}
