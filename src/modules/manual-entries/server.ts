import { createManualEntry, listUnassigned, undoManualEntry } from '#server/domain/ledger/manual-entries/manual-entries.ts'
import type { Module } from '#server/domain/services.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { manualEntriesApi } from './contract.ts'

export const manualEntriesModule: Module = () => ({
  routes: [
    route(manualEntriesApi.unassigned, ({ user }) => user.tx(listUnassigned)),
    idempotentRoute(manualEntriesApi.create, ({ user, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => createManualEntry(db, body))),
    ),
    idempotentRoute(manualEntriesApi.undo, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => idempotent(db, () => undoManualEntry(db, id))),
    ),
  ],
})
