import { createHash } from 'node:crypto'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { encodeBytes } from '#server/platform/http/content-encoding.ts'
import { type FileReply, publicRoute } from '#server/platform/http/route.ts'
import { docsApi } from '#shared/contract/api-docs.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { listAreas } from './areas/areas.ts'
import { buildOpenApi, type ListedRoute, listOperations } from './openapi/openapi.ts'
import { pagePolicy, renderPage } from './page/page.ts'

type Deps = {
  /** Of the documents, as their modules give them. */
  docs: readonly AreaDocs[]
  /** All mounted endpoints; `scopesOf` says which of them tokens may call. */
  routes: readonly ListedRoute[]
  /** The scopes that a token needs for a call; null when no token may make it. */
  scopesOf: (endpoint: AnyEndpoint) => readonly string[] | null
  /** All scopes that a token can have. */
  scopes: readonly string[]
  publicUrl: () => URL
}

const toFileReply = async (text: string, about: Pick<FileReply, 'contentType' | 'fileName' | 'policy'>): Promise<FileReply> => {
  const bytes = Buffer.from(text)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { ...about, bytes, encoded: await encodeBytes(bytes), etag }
}

/** The API documentation as an OpenAPI document and as a page, built and compressed once, at the first request: anyone may ask for it. */
export const apiDocsRoutes = ({ docs, routes, scopesOf, scopes, publicUrl }: Deps) => {
  const buildFiles = () => {
    const areas = listAreas(docs)
    const document = buildOpenApi(areas, listOperations(areas, routes, scopesOf), { scopes, publicUrl: publicUrl() })
    return {
      document: toFileReply(JSON.stringify(document), { contentType: 'application/json; charset=utf-8', fileName: 'openapi.json' }),
      page: toFileReply(renderPage(document), {
        contentType: 'text/html; charset=utf-8',
        fileName: 'billfold-api.html',
        policy: pagePolicy,
      }),
    }
  }
  let files: ReturnType<typeof buildFiles> | undefined
  const getFiles = () => {
    files ??= buildFiles()
    return files
  }
  return [publicRoute(docsApi.document, () => getFiles().document), publicRoute(docsApi.page, () => getFiles().page)]
}
