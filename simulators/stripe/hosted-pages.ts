import { createPageHandler } from '#simulators/kit/pages/page-handler.ts'
import { createPortalHandler } from './billing/portal/handler.ts'
import { createStripeJsHandler } from './billing/stripe-js/handler.ts'
import { createCheckoutHandler } from './checkout/page/handler.ts'
import type { Context } from './core/context.ts'
import { renderNotice, sendPage } from './core/pages.ts'

export const createHostedPages = (context: Context, log: (line: string) => void) => {
  const handlers = [createStripeJsHandler(context), createPortalHandler(context)]
  const handleCheckout = createCheckoutHandler(context)
  return createPageHandler({
    name: 'Stripe',
    publicUrl: context.publicUrl,
    pages: { renderNotice, sendPage },
    forgedText: 'This payment was sent by another website and was refused. Open the checkout page itself and pay there.',
    log,
    handle: async (req, res, url) => {
      for (const handle of handlers) if (await handle(req, res, url)) return
      await handleCheckout(req, res, url)
    },
  })
}
