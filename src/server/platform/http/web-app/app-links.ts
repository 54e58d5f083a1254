import type { FastifyInstance } from 'fastify'
import { appId } from '#shared/native-shell.ts'
import { signedInPaths } from '#shared/paths.ts'
import { recordListPaths } from '#shared/record-types.ts'

export type AppLinks = {
  /** 'AB:CD:…' */
  androidCertificates: readonly string[]
  /** 'TEAMID1234.app.billfold.mobile' */
  appleAppIds: readonly string[]
}

const android = (certificates: readonly string[]) => [
  {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: certificates },
  },
]

// Only pages for signed-in users. Links for customers, the API and sign-in pages stay in the browser.
const apple = (appIDs: readonly string[]) => ({
  applinks: {
    details: [{ appIDs, components: [...signedInPaths, ...recordListPaths.map((path) => `${path}/?*`)].map((path) => ({ '/': path })) }],
  },
})

/** The files with which phones verify app links (Android App Links, Universal Links); 404 for platforms without an app. */
export const registerAppLinks = (app: FastifyInstance, { androidCertificates, appleAppIds }: AppLinks): void => {
  const files = [
    ['/.well-known/assetlinks.json', androidCertificates, android(androidCertificates)],
    ['/.well-known/apple-app-site-association', appleAppIds, apple(appleAppIds)],
  ] as const
  for (const [path, apps, content] of files)
    app.get(path, async (_request, reply) =>
      apps.length > 0
        ? reply.header('cache-control', 'public, max-age=3600').type('application/json; charset=utf-8').send(JSON.stringify(content))
        : reply.code(404).send({ message: 'Not found' }),
    )
}
