import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { describedFields } from './openapi/field-descriptions.ts'
import type { OpenApiDocument } from './openapi/openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('document and page are compressed once, in the encoding that the client accepts', async () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const url of ['/api/openapi.json', '/api/docs']) {
    const ask = (headers: Record<string, string> = {}) => app.http.inject({ method: 'GET', url, headers })
    const plain = await ask()
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['*', 'br'],
      ['deflate', 'identity'],
      ['gzip;q=0, br; q=0.0', 'identity'],
    ] as const) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': accepted })
      // What is compressed while it is sent has no known length.
      const sent = [accepted, headers['content-encoding'] ?? 'identity', headers.vary, Number(headers['content-length'])]
      expect(sent).toEqual([accepted, encoding, 'accept-encoding', rawPayload.length])
      expect(decoders[encoding](rawPayload).equals(plain.rawPayload)).toBe(true)
    }
  }
})

test('each described field exists', async () => {
  const { everywhere, particular } = describedFields()
  const { components } = (await app.call(null, 'GET', '/api/openapi.json')) as OpenApiDocument
  const { schemas } = components
  const text = JSON.stringify(schemas)
  for (const field of everywhere) expect(text, field).toContain(`"${field}":{`)
  for (const name of particular) {
    const [schema, field] = name.split('.') as [string, string]
    expect(schemas[schema]?.properties?.[field]?.description, name).toBeTruthy()
  }
})
