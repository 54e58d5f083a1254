import { createHash } from 'node:crypto'
import { type FileReply, publicRoute } from '#server/platform/http/route.ts'
import { docsApi } from '#shared/contract/api-docs.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { buildOpenApi, type ListedRoute, listOperations } from './openapi.ts'
import { pagePolicy, renderPage } from './page/page.ts'

type Deps = {
  /** All that the server can be asked; who may be asked with a token, `scopesOf` says. */
  routes: readonly ListedRoute[]
  /** What a token must be allowed to do to make a call; null where none may. */
  scopesOf: (endpoint: AnyEndpoint) => readonly string[] | null
  /** All that a token can be allowed. */
  scopes: readonly string[]
  publicUrl: () => URL
}

const fileOf = (text: string, about: Pick<FileReply, 'contentType' | 'fileName' | 'policy'>): FileReply => {
  const bytes = Buffer.from(text)
  return { ...about, bytes, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) }
}

/** The API told to programs and to people, of the table of endpoints itself. Made when it is asked for first, as a server may start many times a day. */
export const apiDocsRoutes = ({ routes, scopesOf, scopes, publicUrl }: Deps) => {
  const make = () => {
    const document = buildOpenApi(listOperations(routes, scopesOf), { scopes, publicUrl: publicUrl() })
    return {
      document: fileOf(JSON.stringify(document), { contentType: 'application/json; charset=utf-8', fileName: 'openapi.json' }),
      page: fileOf(renderPage(document), { contentType: 'text/html; charset=utf-8', fileName: 'billfold-api.html', policy: pagePolicy }),
    }
  }
  let made: ReturnType<typeof make> | undefined
  const files = () => {
    made ??= make()
    return made
  }
  return [publicRoute(docsApi.document, () => files().document), publicRoute(docsApi.page, () => files().page)]
}
