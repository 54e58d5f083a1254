import { createSign, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

const length = (size: number) => {
  if (size < 128) return Buffer.from([size])
  const bytes = Buffer.from(size.toString(16).padStart(size > 255 ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(content.length), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2).replace(/[-:T]/g, '').slice(0, 12)}Z`))

/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 */
const rsaSha256 = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
/** A name of one part: CN. */
const commonName = (text: string) => sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))))

/** A certificate in PEM by which `publicKey` vouches for itself, good from 1 January of this year for ten years. */
const selfSigned = (publicKey: KeyObject, privateKey: KeyObject, year: number) => {
  const name = commonName('messageverificationcerts.sandbox')
  const valid = sequence(time(new Date(Date.UTC(year, 0, 1))), time(new Date(Date.UTC(year + 10, 0, 1))))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  // Version 1, the simplest there is: number, algorithm, issuer, time, subject, key.
  const body = sequence(der(0x02, Buffer.from([1])), rsaSha256, name, valid, name, key)
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey)
  const whole = sequence(body, rsaSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

type Signing = { privateKey: KeyObject; publicKey: KeyObject; certificate: string }

const make = async (): Promise<Signing> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey, certificate: selfSigned(publicKey, privateKey, new Date().getUTCFullYear()) }
}

// A key costs a processor up to some seconds, so all sandboxes of a process share one.
let making: Promise<Signing> | undefined
let made: Signing | undefined

/** The key that the sandbox signs its webhooks with, and the certificate by which anybody can check. Made at its first use, new in each process. */
export const signingKey = {
  get: async (): Promise<Signing> => {
    making ??= make()
    made = await making
    return made
  },
  /** Null as long as nothing has been signed. */
  publicKey: () => made?.publicKey ?? null,
}
export type SigningKey = typeof signingKey
