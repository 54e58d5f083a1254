import type { UserDb } from '#server/platform/db/client.ts'

/** What names a tax rate, or did in the journal. Deleted records count, because they can be restored. */
export type Uses = { documents: number; customers: number; items: number; deleted: number; profiles: number }

const usesQuery = `
  select (select count(*)::int from (select document_id from document_taxes where user_id = $1 and tax_rate_id = $2
      union select document_id from journal_lines where user_id = $1 and tax_rate_id = $2) d) as documents,
    (select count(*)::int from customers where user_id = $1 and tax_rate_id = $2) as customers,
    (select count(*)::int from items where user_id = $1 and tax_rate_id = $2) as items,
    (select count(*)::int from deleted_records where user_id = $1 and record ->> 'tax_rate_id' = $2::bigint::text) as deleted,
    (select count(*)::int from business_profiles where user_id = $1 and default_tax_rate_id = $2) as profiles`

export const countUses = async (db: UserDb, taxRateId: number): Promise<Uses> =>
  (await db.rows<Uses>(usesQuery, [db.userId, taxRateId], 'tax-rates.uses'))[0]!

const nouns: [keyof Uses, string][] = [
  ['documents', 'document'],
  ['customers', 'customer'],
  ['items', 'item'],
  ['deleted', 'deleted record'],
]

/** '3 documents, 1 customer and the business profile'; '' for nothing. */
export const formatUses = (uses: Partial<Uses>): string => {
  const parts = [
    ...nouns.flatMap(([key, noun]) => (uses[key] ? [`${uses[key]} ${noun}${uses[key] === 1 ? '' : 's'}`] : [])),
    ...(uses.profiles ? ['the business profile'] : []),
  ]
  return new Intl.ListFormat('en').format(parts)
}
