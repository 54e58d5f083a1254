import type { Entity } from '#server/domain/entities/entities.ts'
import { listFieldChanges } from '#server/domain/entities/field-changes.ts'
import type { ChangeTracking } from '#server/platform/records/owned-table.ts'
import { buildCustomerLine, buildEntityEntry } from './entries.ts'
import { removeEntry, renameCustomer, writeEntries } from './write-entries.ts'

/** Records the changes of an entity's rows in their histories, and writes their search entries. */
export const trackEntity = <E extends Entity>(entity: E): ChangeTracking<E['table']['$inferSelect']> => ({
  subject: entity.kind,
  listChanges: (db, before, after) => listFieldChanges(db, entity, before, after),
  onSaved: (db, rows, before) => {
    writeEntries(
      db,
      rows.map((row) => buildEntityEntry(entity, row)),
    )
    // Documents are found by the current names of their customer.
    const [row] = rows
    if (before && row && isCustomer(before) && isCustomer(row) && buildCustomerLine(before) !== buildCustomerLine(row))
      renameCustomer(db, row.id, row)
  },
  onRemoved: (db, id) => removeEntry(db, entity.kind, id),
})

type Customer = { id: number; name: string; company: string | null; email: string | null }
const isCustomer = (row: object): row is Customer => 'company' in row
