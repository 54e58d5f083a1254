import { readFileSync } from 'node:fs'
import type { UserDb } from '#server/platform/db/client.ts'
import { generateObjectName, getFileKey } from '#server/platform/storage/object-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

const readLogo = () => readFileSync(new URL(import.meta.resolve('#server/features/demo/sample-year/logo.png')))

/** Unless the user has one. @returns whether it was added */
export const addProfile = async (db: UserDb, objects: ObjectStore): Promise<boolean> => {
  if ((await db.rows('select 1 from business_profiles where user_id = $1', [db.userId])).length > 0) return false
  const logo = readLogo()
  const key = getFileKey(db.userId, generateObjectName())
  await objects.put(key, logo, 'image/png')
  const [file] = await db.rows<{ id: number }>(
    "insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'logo', $2, 'logo.png', 'image/png', $3) returning id",
    [db.userId, key, logo.length],
  )
  await db.rows(
    `insert into business_profiles (user_id, business_name, contact_name, email, phone, address, city, state, zip_code, country, website, tax_number,
       logo_file_id, pdf_theme, pdf_primary_color, pdf_accent_color, invoice_due_days, invoice_notes, invoice_terms)
     values ($1, 'Sunrise Studio', 'Dana Demo', 'hello@sunrise.example', '+1 503 555 0142', '14 Quayside Lane', 'Portland', 'OR', '97209', 'USA',
       'https://sunrise.example', '93-1847266', $2, 'modern', '#16324f', '#e8a33d', 14, 'Thank you for your business!',
       'Payment within the stated time, please.')`,
    [db.userId, file!.id],
  )
  return true
}
