import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'

/** 'INV-', the year, and four digits that follow the highest number taken so far; deleted invoices' numbers stay taken. */
export const nextInvoiceNumber = async (db: UserDb, today: Day): Promise<string> => {
  const prefix = `INV-${today.slice(0, 4)}-`
  const [row] = await db.rows<{ highest: number | null }>(
    `select max(substring(invoice_number from '[0-9]+$')::int) as highest from invoices
     where user_id = $1 and invoice_number ~ ('^' || $2 || '[0-9]{1,8}$')`,
    [db.userId, prefix],
  )
  return `${prefix}${String((row?.highest ?? 0) + 1).padStart(4, '0')}`
}

/** The next number, taken under the user's lock: whoever creates at the same moment waits and gets the one after it. */
export const drawInvoiceNumber = async (db: UserDb, today: Day): Promise<string> => nextInvoiceNumber(db, today)
