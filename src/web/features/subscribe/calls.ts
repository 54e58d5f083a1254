import type { subscriptionApi } from '#shared/api/subscription.ts'
import { at } from '#web/lib/api.ts'

export const getOrCreate = at<typeof subscriptionApi.getOrCreate>('POST', '/api/get-or-create-subscription')
