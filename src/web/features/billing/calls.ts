import type { subscriptionApi } from '#shared/api/subscription.ts'
import { at } from '#web/lib/api.ts'

export const createPortal = at<typeof subscriptionApi.portal>('POST', '/api/create-customer-portal')
