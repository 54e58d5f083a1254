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
    /** Whether a renewal hasn't been paid, and whether more than one subscription takes money: somebody should look. */
    isPastDue: z.boolean(),
    isSubscribedTwice: z.boolean(),
  })
export type ListedUser = z.output<typeof listedUser>

/** All of them as of now; 'this month' is the caller's calendar month. */
export const userStats = z.object({
  totalUsers: z.int(),
  activeSubscribers: z.int(),
  trialUsers: z.int(),
  createdThisMonth: z.int(),
})
export type UserStats = z.output<typeof userStats>

/** One look-up of an admin, as it is kept. */
export const adminLookup = z.object({
  id: z.int(),
  adminEmail: z.string(),
  /** 'users.list', 'users.stats', 'audit-log.list' */
  what: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  address: z.string(),
  at: instant,
})
export type AdminLookup = z.output<typeof adminLookup>

/** A page holds 500 rows at most, also where no `limit` is asked for: nobody reads 100,000 at once. */
export const adminApi = {
  users: { ...list(adminEndpoints.users, z.strictObject({ ...searchFilter, ...paging }), listedUser), ...asAdmin },
  stats: get(adminEndpoints.stats, userStats, asAdmin),
  lookups: { ...list(adminEndpoints.lookups, z.strictObject({ ...paging }), adminLookup), ...asAdmin },
}
