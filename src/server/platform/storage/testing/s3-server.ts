import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/platform/storage/s3-store.ts'

export type S3Server = {
  settings: S3Settings
  /** The objects in the bucket by key. */
  objects: Map<string, { bytes: Buffer; contentType: string }>
  /** Replies with this error to all later requests, or to those with that method; null ends this. */
  failWith(error: [status: number, code: string] | null, method?: string): void
  close(): Promise<void>
}

type Refusal = [status: number, code: string, message: string]

const accessKeyId = 'AKIATESTONLY'
const secretAccessKey = 'a/secret+that=only/this+test=knows'
const region = 'test-region-1'
const bucket = 'billfold-test'

/**
 * Starts a server with the part of S3 that tests need: objects of one bucket by path, with Signature Version 4 in the header. It
 * computes signatures from the protocol's description without any of the client's code, so that a mistake in the client is found.
 */
export const startS3Server = async (): Promise<S3Server> => {
  const objects: S3Server['objects'] = new Map()
  let failure: { error: [number, string]; method: string | undefined } | null = null

  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const body = Buffer.concat(await req.toArray())
    const url = new URL(req.url!, `http://${req.headers.host}`)
    if (failure && (failure.method ?? req.method) === req.method) return refuse(res, [...failure.error, 'as the test requested'])
    const refusal = checkRequest(req, url, body)
    if (refusal) return refuse(res, refusal)
    const [, bucketName, ...rest] = url.pathname.split('/')
    if (bucketName !== bucket) return refuse(res, [404, 'NoSuchBucket', 'The specified bucket does not exist'])
    const key = decodeURIComponent(rest.join('/'))
    if (req.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: req.headers['content-type'] ?? 'binary/octet-stream' })
      return res.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    }
    if (req.method === 'DELETE') {
      objects.delete(key)
      return res.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return refuse(res, [404, 'NoSuchKey', 'The specified key does not exist.'], req.method === 'HEAD')
    res.writeHead(200, { 'content-type': found.contentType, 'content-length': found.bytes.length })
    res.end(req.method === 'HEAD' ? undefined : found.bytes)
  }
  const server = createServer((req, res) => {
    // A browser may disconnect during an upload.
    handle(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { endpoint, bucket, region, accessKeyId, secretAccessKey },
    objects,
    failWith: (error, method) => {
      failure = error && { error, method }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refuse = (res: ServerResponse, [status, code, message]: Refusal, withoutBody = false) =>
  res
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(withoutBody ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const parseTime = (text: string) => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Reads the signature's parts from the Authorization header. */
const readSignature = (req: IncomingMessage) => {
  const parts = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(req.headers.authorization ?? '')
  if (!parts) return null
  return {
    credential: parts[1]!,
    signedHeaders: parts[2]!,
    signature: parts[3]!,
    date: String(req.headers['x-amz-date']),
    bodyHash: String(req.headers['x-amz-content-sha256']),
  }
}

const checkRequest = (req: IncomingMessage, url: URL, body: Buffer): Refusal | null => {
  const signed = readSignature(req)
  if (!signed) return [403, 'AccessDenied', 'Access Denied']
  const [id, day, inRegion, service, end] = signed.credential.split('/')
  if (id !== accessKeyId) return [403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.']
  if (inRegion !== region || service !== 's3' || end !== 'aws4_request') return [400, 'AuthorizationHeaderMalformed', 'the region is wrong']
  if (!signed.signedHeaders.split(';').includes('host')) return [403, 'AccessDenied', 'host must be signed']
  const parameters = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const canonical = [
    req.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    parameters.sort().join('&'),
    ...signed.signedHeaders.split(';').map(
      (name) =>
        `${name}:${String(req.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signed.signedHeaders,
    signed.bodyHash,
  ].join('\n')
  const scope = [day, inRegion, service, end].join('/')
  const key = [inRegion, service, end].reduce((derived, part) => hmac(derived, part!), hmac(`AWS4${secretAccessKey}`, day!))
  const expected = hmac(key, ['AWS4-HMAC-SHA256', signed.date, scope, hash(canonical)].join('\n'))
  const actual = Buffer.from(signed.signature, 'hex')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    return [403, 'SignatureDoesNotMatch', 'The signature does not match']
  if (signed.bodyHash !== hash(body)) return [400, 'XAmzContentSHA256Mismatch', 'The body has another hash']
  const age = Date.now() - parseTime(signed.date)
  if (!signed.date.startsWith(day!) || age > 900_000 || age < -900_000) return [403, 'AccessDenied', 'Request has expired']
  return null
}
