import type { FastifyInstance } from 'fastify'
import { securityPath } from '#server/platform/http/legal-pages.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { docsApi } from '#shared/contract/api-docs.ts'
import { signedInPaths } from '#shared/paths.ts'
import { shellPath } from '#shared/service-worker.ts'
import { privacyPath, termsPath } from '#shared/site.ts'

type Deps = {
  publicUrl: () => URL
  /** Name and contact of the operator. */
  operator: string | null
  sourceUrl: string | null
  now: () => Date
}

/** RFC 9116 recommends less than a year: a file that was copied long ago must not be trusted. */
const validDays = 180

const withoutStar = (path: string) => path.replace(/\*$/, '')
const appPaths = [...new Set(signedInPaths.map(withoutStar).filter((path) => !path.endsWith('/')))]

const renderRobots = (
  origin: string,
) => `# The pages of customers are not listed here: they answer "X-Robots-Tag: noindex, nofollow", which a crawler
# that may not fetch them would never read, and programs that show a preview of a link may fetch them.
User-agent: *
Allow: /
Allow: ${docsApi.page.path}
${['/api/', '/oidc/', '/sign-in/', '/sandbox/', '/dev/', shellPath, ...appPaths].map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`

const renderSitemap = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${['/', termsPath, privacyPath].map((path) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`).join('\n')}
</urlset>
`

/** The addresses in the operator's name and contact, and where the maintainers receive reports. */
const findContacts = ({ operator, sourceUrl }: Pick<Deps, 'operator' | 'sourceUrl'>): string[] => {
  const words = (operator ?? '').split(/[\s,;<>()]+/)
  return [
    ...words.filter((word) => /^[^@/]+@[^@/]+\.[^@/.]+$/.test(word)).map((address) => `mailto:${address}`),
    ...words.filter((word) => /^https:\/\/./.test(word) && URL.canParse(word)),
    ...(sourceUrl === null ? [] : [sourceUrl]),
  ]
}

/** null without a contact: the file must name one. */
const renderSecurity = ({ publicUrl, now, ...named }: Deps): string | null => {
  const contacts = findContacts(named)
  if (contacts.length === 0) return null
  const expires = new Date(now().getTime() + validDays * 86_400_000).toISOString().replace(/\.\d+/, '')
  const { origin } = publicUrl()
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}${securityPath}`,
    '',
  ].join('\n')
}

/** What crawlers and those who found a weakness look for at fixed addresses. */
export const registerSiteFiles = (app: FastifyInstance, deps: Deps): void => {
  const getOrigin = () => deps.publicUrl().origin
  const files = [
    ['/robots.txt', 'text/plain', () => renderRobots(getOrigin())],
    ['/sitemap.xml', 'application/xml', () => renderSitemap(getOrigin())],
    ['/.well-known/security.txt', 'text/plain', () => renderSecurity(deps)],
  ] as const
  for (const [path, type, render] of files)
    app.get(path, async (_request, reply) => {
      const text = render()
      if (text === null) return reply.code(404).send({ message: 'Not found' })
      return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text)
    })
}
