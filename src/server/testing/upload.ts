import type { Person, TestApp } from './app.ts'

/** Requests an upload address and sends the bytes to it, as a browser does. @returns the address */
export const uploadFile = async (
  app: TestApp,
  owner: Person,
  bytes: Uint8Array | string,
  type = 'application/octet-stream',
): Promise<string> => {
  const { uploadURL } = await app.call(owner, 'POST', '/api/objects/upload')
  const sent = await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': type }, body: Buffer.from(bytes) })
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`)
  return uploadURL
}

/** Uploads a file and creates a receipt from it. */
export const attachReceipt = async (app: TestApp, owner: Person, bytes: Uint8Array | string, fileName: string) =>
  app.send(owner, 'POST', '/api/receipts', { uploadURL: await uploadFile(app, owner, bytes), fileName })

/** A complete, small PDF. */
export const smallPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** Uploads a file as a logo. The profile does not use it yet. */
export const uploadLogo = async (app: TestApp, owner: Person, bytes: Uint8Array | string) =>
  app.send(owner, 'PUT', '/api/business-profiles/logo', { logoURL: await uploadFile(app, owner, bytes) })
