import { z } from 'zod'
import type { Module } from '#server/domain/services.ts'
import { route } from '#server/platform/http/route.ts'
import { searchApi, searchReply } from '#shared/contract/search.ts'
import { searchRecords } from './search-records.ts'

export const searchModule: Module = () => ({
  routes: [
    route(searchApi.find, ({ user, query, today }) =>
      user.tx(async (db) => z.decode(searchReply, await searchRecords(db, query.q ?? '', today))),
    ),
  ],
})
