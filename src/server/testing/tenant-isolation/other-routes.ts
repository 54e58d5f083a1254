import type { TestApp } from '#server/testing/app.ts'
import type { Tenant } from './references.ts'

/** A route outside the contract, the URL by which a visitor calls it (naming ada's records where it names any), and the expected status. */
type OtherRoute = { route: string; url: (ada: Tenant) => string; status: number; body?: unknown }

/** Ada's upload URL with another signature. */
const forgeSignature = (uploadURL: string) => new URL(uploadURL).pathname.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))
const at = (url: string) => () => url

/** Sign-in, streams, uploads, webhooks and pages, which are not JSON endpoints. */
export const routesOutsideContract: OtherRoute[] = [
  { route: 'GET /api/login', url: at('/api/login'), status: 302 },
  { route: 'GET /api/login/callback', url: at('/api/login/callback?code=x&state=y'), status: 400 },
  { route: 'POST /api/login/app', url: at('/api/login/app'), status: 400, body: { code: 'x', verifier: 'y' } },
  { route: 'POST /api/login/app/continue', url: at('/api/login/app/continue'), status: 400, body: {} },
  { route: 'GET /api/logout', url: at('/api/logout'), status: 302 },
  { route: 'GET /api/live', url: at('/api/live'), status: 401 },
  { route: 'PUT /api/objects/upload*', url: ({ uploads }) => forgeSignature(uploads.uploadURL), status: 403, body: 'x' },
  { route: 'POST /api/webhooks/stripe/:token', url: ({ publicIds }) => `/api/webhooks/stripe/${publicIds.webhook}`, status: 404, body: {} },
  { route: 'POST /api/webhooks/paypal/:token', url: ({ publicIds }) => `/api/webhooks/paypal/${publicIds.webhook}`, status: 404, body: {} },
  {
    route: 'POST /api/public/invoice/:publicId/unsubscribe',
    url: ({ publicIds }) => `/api/public/invoice/${publicIds.draft}/unsubscribe`,
    status: 404,
    body: 'List-Unsubscribe=One-Click',
  },
  { route: 'POST /api/webhooks/stripe-platform', url: at('/api/webhooks/stripe-platform'), status: 400, body: {} },
]

/** Pages without an owner: forms, files for native apps, and the outbox of development servers. */
export const pagesWithoutOwner: string[] = [
  'GET /.well-known/apple-app-site-association',
  'GET /.well-known/assetlinks.json',
  'GET /.well-known/security.txt',
  ...['/sign-in/forgot-password', '/sign-in/reset-password', '/sign-in/:uid', '/sign-in/:uid/code', '/sign-in/:uid/create-account'].flatMap(
    (path) => [`GET ${path}`, `POST ${path}`],
  ),
  'POST /dev/mailbox/:id/bounce',
  'GET /page-style.css',
  'GET /privacy',
  'GET /robots.txt',
  'GET /security',
  'GET /sitemap.xml',
  'GET /terms',
  ...['', '/:id', '/:id/body', '/:id/source', '/:id/attachments/:n'].map((path) => `GET /dev/mailbox${path}`),
]

/** All routes of a server, with ':' for each parameter, such as 'GET /api/customers/:'. */
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
