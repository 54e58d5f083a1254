import type { Route } from '../core/route.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { portalRoutes } from './portal/session.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

/** All that subscriptions need. */
export const billingRoutes: Route[] = [...catalogueRoutes, ...customerRoutes, ...subscriptionRoutes, ...invoiceRoutes, ...portalRoutes]
