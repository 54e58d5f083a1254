import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServerShell } from './server.ts'
import { serveWeb } from './web.ts'

test('unknown paths get the page, so that the app can say what it knows of them; what can only be a file or a call gets none', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'billfold-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Billfold</title>')
  const app = await createServerShell({ publicUrl: () => new URL('http://localhost:3000'), mounts: [], logLevel: 'silent' })
  onTestFinished(() => app.close())
  await serveWeb(app, { dist, isSignedIn: async () => true, uploadOrigin: null })
  const type = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url })
    return `${statusCode} ${String(headers['content-type']).split(';')[0]}`
  }
  for (const page of ['/', '/customers', '/nowhere', '/objects']) expect([page, await type(page)]).toEqual([page, '200 text/html'])
  for (const path of ['/api/nothing', '/assets/gone.js', '/objects/logos', '/objects/logos/gone', '/objects/uploads/7/x'])
    expect([path, await type(path)]).toEqual([path, '404 application/json'])
})
