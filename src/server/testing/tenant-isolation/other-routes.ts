import type { TestApp } from '#server/testing/app.ts'
import type { Tenant } from './tenant.ts'

/** A route that isn't in the table, what a visitor calls it by, naming what is ada's where it names anything, and what he is answered. */
type Other = { route: string; url: (ada: Tenant) => string; status: number; body?: unknown }

/** An address that is hers, with another signature. */
const forged = (uploadURL: string) => new URL(uploadURL).pathname.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
const at = (url: string) => () => url

/** They speak other languages than JSON by contract: sign-in, streams, uploads, signed events, pages. */
export const routesOutsideContract: Other[] = [
  { route: 'GET /api/login', url: at('/api/login'), status: 302 },
  { route: 'GET /api/login/callback', url: at('/api/login/callback?code=x&state=y'), status: 400 },
  { route: 'POST /api/login/app', url: at('/api/login/app'), status: 400, body: { code: 'x', verifier: 'y' } },
  { route: 'POST /api/login/app/continue', url: at('/api/login/app/continue'), status: 400, body: {} },
  { route: 'GET /api/logout', url: at('/api/logout'), status: 302 },
  { route: 'GET /api/live', url: at('/api/live'), status: 401 },
  { route: 'PUT /api/objects/upload*', url: ({ uploads }) => forged(uploads.uploadURL), status: 403, body: 'x' },
  { route: 'POST /api/webhooks/stripe/:token', url: ({ publicIds }) => `/api/webhooks/stripe/${publicIds.webhook}`, status: 404, body: {} },
  { route: 'POST /api/webhooks/paypal/:token', url: ({ publicIds }) => `/api/webhooks/paypal/${publicIds.webhook}`, status: 404, body: {} },
  { route: 'POST /api/webhooks/stripe-platform', url: at('/api/webhooks/stripe-platform'), status: 400, body: {} },
]

/** Pages that belong to nobody: they show a form, files for the phones' systems, or, on a machine for trying things out, its outbox. */
export const pagesWithoutOwner: string[] = [
  'GET /.well-known/apple-app-site-association',
  'GET /.well-known/assetlinks.json',
  ...['/sign-in/forgot-password', '/sign-in/reset-password', '/sign-in/:uid', '/sign-in/:uid/code', '/sign-in/:uid/create-account'].flatMap(
    (path) => [`GET ${path}`, `POST ${path}`],
  ),
  ...['', '/:id', '/:id/body', '/:id/source', '/:id/attachments/:n'].map((path) => `GET /dev/mailbox${path}`),
]

/** All routes of a server, with ':' for each parameter, as 'GET /api/customers/:'. */
export const listRoutes = (http: TestApp['http']): string[] => {
  const above: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, segment, methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (indent === undefined) return []
      above.length = indent.length / 4
      const path = above.join('') + segment!.replace(/:\w+(\|:\w+)*/g, ':')
      above.push(path.slice(above.join('').length))
      return (methods?.split(', ') ?? []).filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`)
    })
}
