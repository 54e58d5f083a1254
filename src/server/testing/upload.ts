import type { Person, Reply, TestApp } from './app.ts'

/** Asks for an address and sends the bytes there, as a browser does. */
export const uploadFile = async (
  app: TestApp,
  who: Person,
  bytes: Uint8Array | string,
  type = 'application/octet-stream',
): Promise<string> => {
  const { uploadURL } = (await app.send(who, 'POST', '/api/objects/upload')).body as { uploadURL: string }
  const sent = await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': type }, body: Buffer.from(bytes) })
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`)
  return uploadURL
}

/** Uploads and makes a receipt of it. */
export const attachReceipt = async (app: TestApp, who: Person, bytes: Uint8Array | string, fileName: string): Promise<Reply> =>
  app.send(who, 'POST', '/api/receipts', { uploadURL: await uploadFile(app, who, bytes), fileName })

/** A small PDF that is all there. */
export const smallPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** Uploads and makes a logo of it; the profile doesn't have it yet. */
export const uploadLogo = async (app: TestApp, who: Person, bytes: Uint8Array | string): Promise<Reply> =>
  app.send(who, 'PUT', '/api/business-profiles/logo', { logoURL: await uploadFile(app, who, bytes) })
