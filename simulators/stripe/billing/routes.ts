import type { Route } from '#simulators/stripe/core/route.ts'
import { catalogueRoutes } from './catalog/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { portalRoutes } from './portal/session.ts'
import { invoiceRoutes } from './subscriptions/invoice-routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

/** All that subscriptions need. */
export const billingRoutes: Route[] = [...catalogueRoutes, ...customerRoutes, ...subscriptionRoutes, ...invoiceRoutes, ...portalRoutes]
