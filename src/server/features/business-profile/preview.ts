import type { z } from 'zod'
import type { Business } from '#server/domain/business/business.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { buildSampleDocument } from '#server/domain/documents/pdf/sample.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { previewInput } from '#shared/contract/business-profile.ts'
import type { Day } from '#shared/dates.ts'
import { displayName, type UserName } from '#shared/user-names.ts'
import { findLogo } from './logo/logo-files.ts'

type Typed = z.output<typeof previewInput>
type Deps = { pdf: PdfRenderer }

/** The page is shown as a picture, which no policy binds; opened by itself it runs and loads nothing, not even its styles. */
const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"

/** The first page of a sample paper as SVG, as it would look with what stands in the form, right or not. */
export const createPreview = ({ pdf }: Deps) => {
  /** @throws AppError 422 when it can't be drawn, 429 or 503 when too many wait */
  return async (user: Caller, { kind, ...typed }: Typed, today: Day): Promise<FileReply> => {
    const document = buildSampleDocument(await user.tx((db) => businessAsTyped(db, typed)), kind, today, typed)
    // Who goes on typing doesn't wait for pages of what he typed before.
    const bytes = await pdf.preview(document, getPdfAccount(user.id), `${user.id} ${kind}`).catch(throwPdfError)
    return { bytes, contentType: 'image/svg+xml', fileName: 'preview.svg', policy }
  }
}

const businessAsTyped = async (db: UserDb, typed: Omit<Typed, 'kind'>): Promise<Business> => ({
  name: typed.businessName?.trim() || (await ownName(db)),
  contactName: typed.contactName && typed.contactName !== typed.businessName?.trim() ? typed.contactName : null,
  email: typed.email || null,
  phone: typed.phone || null,
  address: typed.address || null,
  city: typed.city || null,
  state: typed.state || null,
  zipCode: typed.zipCode || null,
  country: typed.country || null,
  website: typed.website || null,
  taxNumber: typed.taxNumber || null,
  theme: typed.pdfTheme,
  primaryColor: typed.pdfPrimaryColor,
  accentColor: typed.pdfAccentColor,
  logoKey: typed.logoUrl ? ((await findLogo(db, typed.logoUrl))?.key ?? null) : null,
  size: typed.paperSize,
  language: typed.paperLanguage,
})

/** Until a name is typed, the user's own stands in, as on his papers. */
const ownName = async (db: UserDb): Promise<string> => {
  const [person] = await db.rows<UserName>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
    'users.person',
  )
  return displayName(person!)
}
