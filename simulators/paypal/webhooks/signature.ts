import { type KeyObject, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'

type Signed = { transmissionId: string; time: string; webhookId: string; body: string }

/** Transmission id, time, webhook id and the body's CRC-32 as a decimal number. */
const buildMessage = ({ transmissionId, time, webhookId, body }: Signed) =>
  Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(Buffer.from(body))}`)

/** The `paypal-transmission-sig` header. */
export const createSignature = (signed: Signed, key: KeyObject) => sign('RSA-SHA256', buildMessage(signed), key).toString('base64')

export const verifySignature = (signed: Signed, signature: string, key: KeyObject) =>
  verify('RSA-SHA256', buildMessage(signed), key, Buffer.from(signature, 'base64'))
