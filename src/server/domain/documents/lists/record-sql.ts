import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { displayStatusSql } from '#server/domain/documents/status-sql.ts'

/** The columns that only one type's records have, in SQL with the document `p` and its customer `c`, and their joins. */
type TypeSpecific = { columns: string; joins?: string }

/**
 * Builds the SQL of a document type's records as the contract defines them, including lines. Building them in the database takes a quarter of the time
 * of doing it here. Amounts are text, so that the same columns serve as rows and as JSON of a reply.
 * Parameters of all statements: $1 the user, $2 today, $3 the prefix of the paths of public pages.
 */
export const buildRecordSql = (type: DocumentType, { columns, joins = '' }: TypeSpecific) => {
  /** @param papers the source of the rows: the table, a query with its columns, or the rows inserted by the same statement; `lines` likewise */
  const from = ({ documents, lines }: { documents: string; lines: string }): string => `
  select p.id, p.version, p.customer_id as "customerId", p.${type.numberColumn} as "${type.numberField}",
         ${displayStatusSql(type, 'p', '$2::date')} as status,
         p.issue_date as "issueDate", p.${type.endColumn} as "${type.endField}", p.subtotal::text, p.tax_rate::text as "taxRate",
         p.tax_amount::text as "taxAmount", p.tax_is_custom as "taxIsCustom", p.total::text, p.email_state as "emailState", p.notes, p.terms,
         ${columns},
         coalesce((
           select json_agg(line) from (
             select l.id, l.item_id as "itemId", l.description, l.quantity::text, l.unit_price::text as "unitPrice", l.total::text
             from ${lines} l where l.user_id = p.user_id and l.${type.idColumn} = p.id order by l.position) line), '[]') as "lineItems"
  from ${documents} p
  join customers c on c.user_id = p.user_id and c.id = p.customer_id
  ${joins}`

  return {
    from,
    /** The records of a query's rows. @param page alias of the query, which must have all columns of the documents' table */
    in: (page: string): string => from({ documents: `(select ${page}.*)`, lines: type.lineTable }),
    /** The record with the id $4. */
    one: `${from({ documents: type.table, lines: type.lineTable })} where p.user_id = $1 and p.deleted_at is null and p.id = $4`,
    /** The documents with the ids $4 as `page`, with their position. It starts from the ids; the other join order would read all of the user's documents. */
    some: `(
  select p.*, requested.nth from unnest($4::int[]) with ordinality as requested(id, nth)
  join ${type.table} p on p.user_id = $1 and p.id = requested.id and p.deleted_at is null) page`,
  }
}

export type RecordSql = ReturnType<typeof buildRecordSql>
