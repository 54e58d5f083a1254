import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#server/testing/app.ts'

test('document and page are compressed once, in the encoding that the client accepts', async () => {
  const app = await createTestApp({ sandbox: false })
  onTestFinished(app.close)
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
