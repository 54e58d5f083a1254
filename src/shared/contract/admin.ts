import { z } from 'zod'
import { get, list } from '#shared/endpoint.ts'
import { currentUser } from './auth.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { instant } from './fields.ts'
import { paging, searchFilter } from './lists.ts'

const asAdmin = { access: 'admin' as const }

export const listedUser = currentUser
  .pick({
    id: true,
    email: true,
    firstName: true,
    lastName: true,
    profileImageUrl: true,
    subscriptionStatus: true,
    subscriptionPlan: true,
    trialInvoicesUsed: true,
  })
  .extend({
    createdAt: instant,
    isPastDue: z.boolean(),
    isSubscribedTwice: z.boolean(),
  })
export type ListedUser = z.output<typeof listedUser>

/** 'This month' is the calendar month in the caller's time zone. */
export const userStats = z.object({
  totalUsers: z.int(),
  activeSubscribers: z.int(),
  trialUsers: z.int(),
  createdThisMonth: z.int(),
})
export type UserStats = z.output<typeof userStats>

export const adminLookup = z.object({
  id: z.int(),
  adminEmail: z.string(),
  what: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  address: z.string(),
  at: instant,
})
export type AdminLookup = z.output<typeof adminLookup>

/** Pages have at most 500 rows, also without a `limit`. */
export const adminApi = {
  users: { ...list(adminEndpoints.users, z.strictObject({ ...searchFilter, ...paging }), listedUser), ...asAdmin },
  stats: get(adminEndpoints.stats, userStats, asAdmin),
  lookups: { ...list(adminEndpoints.lookups, z.strictObject({ ...paging }), adminLookup), ...asAdmin },
}
