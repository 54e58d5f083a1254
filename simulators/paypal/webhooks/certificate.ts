import { createSign, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

const encodeLength = (size: number) => {
  if (size < 128) return Buffer.from([size])
  const bytes = Buffer.from(size.toString(16).padStart(size > 255 ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const encodeTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2).replace(/[-:T]/g, '').slice(0, 12)}Z`))

/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 */
const rsaSha256 = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const encodeCommonName = (text: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))))

/** X.509 version 1: serial number, algorithm, issuer, validity, subject, key. */
const createCertificate = (publicKey: KeyObject, privateKey: KeyObject, year: number) => {
  const name = encodeCommonName('messageverificationcerts.sandbox')
  const valid = sequence(encodeTime(new Date(Date.UTC(year, 0, 1))), encodeTime(new Date(Date.UTC(year + 10, 0, 1))))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(der(0x02, Buffer.from([1])), rsaSha256, name, valid, name, key)
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey)
  const whole = sequence(body, rsaSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

type Signing = { privateKey: KeyObject; publicKey: KeyObject; certificate: string }

const createSigning = async (): Promise<Signing> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey, certificate: createCertificate(publicKey, privateKey, new Date().getUTCFullYear()) }
}

// Creating a key can take seconds, so all simulators of a process share one.
let pending: Promise<Signing> | undefined
let created: Signing | undefined

export const signingKey = {
  get: async (): Promise<Signing> => {
    pending ??= createSigning()
    created = await pending
    return created
  },
  /** Null before the first signature. */
  publicKey: () => created?.publicKey ?? null,
}
export type SigningKey = typeof signingKey
