import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { findTaxProblems, type TaxCategory } from '#shared/tax-categories.ts'

type Line = { category: TaxCategory | null; archivedName: string | null }
type Row = {
  lines: Line[]
  sellerVatId: string | null
  buyer: { vatId: string | null; registrationId: string | null; countryCode: string | null }
  deliveryDate: Day | null
}

const query = `
  select p.delivery_date as "deliveryDate", (select b.vat_id from business_profiles b where b.user_id = $1) as "sellerVatId",
         json_build_object('vatId', c.vat_id, 'registrationId', c.registration_id, 'countryCode', c.country_code) as buyer,
         (select json_agg(json_build_object('category', t.category, 'archivedName', case when r.archived_at is not null then r.name end) order by l.position)
          from document_lines l
          left join document_taxes t on t.user_id = $1 and t.document_id = l.document_id and t.group_no = l.tax_group and t.component_no = 1
          left join tax_rates r on r.user_id = $1 and r.id = t.tax_rate_id
          where l.user_id = $1 and l.document_id = $2) as lines
  from documents p join customers c on c.user_id = $1 and c.id = p.customer_id
  where p.user_id = $1 and p.id = $2`

/** @throws AppError 400 at each field: for archived tax rates, and for what a rate asks for, such as a VAT id for a reverse charge */
export const refuseTaxProblems = async (db: UserDb, id: number): Promise<void> => {
  const [row] = await db.rows<Row>(query, [db.userId, id], 'documents.tax-problems')
  const { lines, sellerVatId, buyer, deliveryDate } = row!
  const problems = findTaxProblems({ lines, seller: { vatId: sellerVatId }, buyer, deliveryDate })
  const issues = problems.map(({ path, message }) => ({ path, message }))
  if (issues.length > 0) throw new AppError(400, issues[0]!.message, { issues })
}
