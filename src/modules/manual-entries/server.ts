import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { insertManualEntry, listUnassigned, undoManualEntry } from '#server/domain/ledger/manual-entries/manual-entries.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { type ManualEntry, type ManualEntryInput, manualEntriesApi } from './contract.ts'
import { getTemplate, type ManualEntryTemplate } from './model.ts'

/** @throws AppError 400 for an amount with too many decimals; at the end of the transaction 409 for a day in a closed period */
export const createManualEntry = async (db: UserDb, input: ManualEntryInput): Promise<ManualEntry> => {
  refuseAmount(input.amount, await getHomeCurrency(db))
  const description = input.description || getTemplate(input.template).description
  return insertManualEntry(db, { ...input, description }, { days: [{ day: input.day, path: 'day' }] })
}

export const manualEntriesModule: Module = () => ({
  routes: [
    route(manualEntriesApi.unassigned, ({ user }) => user.tx(listUnassigned)),
    idempotentRoute(manualEntriesApi.create, ({ user, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => createManualEntry(db, body))),
    ),
    idempotentRoute(manualEntriesApi.undo, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => idempotent(db, () => undoManualEntry<ManualEntryTemplate>(db, id))),
    ),
  ],
})
