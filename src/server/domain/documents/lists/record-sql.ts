import type { DocumentType } from '#server/domain/documents/document-type.ts'

/** What a kind's records have beside what all papers have: columns with `papers p` and its `customers c`, and joins for them. */
type Own = { columns: string; joins?: string }

/**
 * The records of a kind of paper as its contract has them, lines included, built by the database: a quarter of the work of assembling them here.
 * Amounts are text, so that the same columns make rows for our code and JSON for a reply.
 * In all of them $1 is the user, $2 the day that the status is seen from, $3 what comes before the path of a public page.
 */
export const buildRecordSql = (of: DocumentType, { columns, joins = '' }: Own) => {
  /** @param papers where the rows come from: the table, a query with its columns, or what the same statement has just inserted; `lines` likewise */
  const from = ({ documents, lines }: { documents: string; lines: string }): string => `
  select p.id, p.version, p.customer_id as "customerId", p.${of.numberColumn} as "${of.numberField}",
         case when p.status = 'sent' and p.${of.endColumn} < $2::date then '${of.lapsedStatus}' else p.status end as status,
         p.issue_date as "issueDate", p.${of.endColumn} as "${of.endField}", p.subtotal::text, p.tax_rate::text as "taxRate",
         p.tax_amount::text as "taxAmount", p.tax_is_custom as "taxIsCustom", p.total::text, p.email_state as "emailState", p.notes, p.terms,
         ${columns},
         coalesce((
           select json_agg(line) from (
             select l.id, l.item_id as "itemId", l.description, l.quantity::text, l.unit_price::text as "unitPrice", l.total::text
             from ${lines} l where l.user_id = p.user_id and l.${of.documentId} = p.id order by l.position) line), '[]') as "lineItems"
  from ${documents} p
  join customers c on c.user_id = p.user_id and c.id = p.customer_id
  ${joins}`

  return {
    from,
    /** Records of the rows that a query found. @param page names the query that they come from, which has all columns of the papers' table */
    in: (page: string): string => from({ documents: `(select ${page}.*)`, lines: of.lines }),
    /** The one with the id $4. */
    one: `${from({ documents: of.documents, lines: of.lines })} where p.user_id = $1 and p.deleted_at is null and p.id = $4`,
    /** The papers with the ids $4, as `page` with their place in it. It begins with the ids: joined the other way round, all of a user's papers would be read. */
    some: `(
  select p.*, wanted.nth from unnest($4::int[]) with ordinality as wanted(id, nth)
  join ${of.documents} p on p.user_id = $1 and p.id = wanted.id and p.deleted_at is null) page`,
  }
}

export type RecordSql = ReturnType<typeof buildRecordSql>
