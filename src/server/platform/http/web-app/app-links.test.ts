import { expect, onTestFinished, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { needsSignIn } from '#shared/paths.ts'
import { type AppLinks, registerAppLinks } from './app-links.ts'

const startApp = async (links: AppLinks) => {
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost:3000'), mounts: [] })
  onTestFinished(() => app.close())
  registerAppLinks(app, links)
  app.setNotFoundHandler((_request, reply) => reply.type('text/html').send('<!doctype html>'))
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url })
    return { status: statusCode, type: headers['content-type'], body: JSON.parse(body) }
  }
}
const assetLinks = '/.well-known/assetlinks.json'
const association = '/.well-known/apple-app-site-association'

test("without native apps both files are 404, not the app's page", async () => {
  const get = await startApp({ androidCertificates: [], appleAppIds: [] })
  for (const path of [assetLinks, association])
    expect(await get(path)).toEqual({ status: 404, type: 'application/json; charset=utf-8', body: { message: 'Not found' } })
})

test('the files name the apps and only paths of signed-in pages', async () => {
  const certificate = Array<string>(32).fill('AB').join(':')
  const get = await startApp({ androidCertificates: [certificate], appleAppIds: ['ABCDE12345.app.billfold.mobile'] })
  expect(await get(assetLinks)).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
    body: [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: { namespace: 'android_app', package_name: 'app.billfold.mobile', sha256_cert_fingerprints: [certificate] },
      },
    ],
  })
  const { status, type, body } = await get(association)
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
  const [{ appIDs, components }] = body.applinks.details as [{ appIDs: string[]; components: { '/': string }[] }]
  expect(appIDs).toEqual(['ABCDE12345.app.billfold.mobile'])
  const paths = components.map((component) => component['/'])
  for (const path of ['/dashboard', '/invoices', '/invoices/?*', '/estimates/?*', '/customers/?*', '/account'])
    expect(paths).toContain(path)
  for (const path of paths) expect([path, needsSignIn(path.replace('/?*', '/5'))]).toEqual([path, true])
})
