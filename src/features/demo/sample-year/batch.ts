import type { UserDb } from '#server/platform/db/client.ts'

/** In the order in which their rows refer to each other. */
const tables = [
  'documents',
  'document_lines',
  'document_taxes',
  'public_links',
  'payments',
  'movements',
  'invoice_instalments',
  'estimate_responses',
  'events',
  'expenses',
] as const

export type Batch = {
  /** By column names. All rows of a table need the same columns; `user_id` is added. */
  add(table: (typeof tables)[number], row: Record<string, unknown>): void
  /** Ids ascend in the order of the calls. */
  nextDocumentId(): number
  insert(): void
}

/** So that a whole account is filled with a handful of statements. @param maxDocuments the ids to reserve */
export const createBatch = async (db: UserDb, maxDocuments: number): Promise<Batch> => {
  const rows = new Map<string, Record<string, unknown>[]>(tables.map((table) => [table, []]))
  const reserved = await db.rows<{ id: number }>("select nextval('documents_id_seq') as id from generate_series(1, $1::int) order by 1", [
    maxDocuments,
  ])
  const ids = reserved.map(({ id }) => id).values()
  return {
    add: (table, row) => rows.get(table)!.push({ user_id: db.userId, ...row }),
    nextDocumentId: () => {
      const { value } = ids.next()
      if (value === undefined) throw new RangeError(`More than ${maxDocuments} documents in one batch`)
      return value
    },
    insert: () => {
      for (const [table, added] of rows) {
        const columns = Object.keys(added[0] ?? {}).join(', ')
        if (columns)
          db.send(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`, [
            JSON.stringify(added),
          ])
      }
    },
  }
}
