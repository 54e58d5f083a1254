import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  let bits = ''
  for (const character of text) bits += alphabet.indexOf(character).toString(2).padStart(5, '0')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a time step, implemented from RFC 4226 and RFC 6238 without the production library. */
export const generateCodeForStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const getStepAt = (at: Date): number => Math.floor(at.getTime() / 30_000)

/** The code that an authenticator app shows at a time. */
export const generateCodeAt = (secret: string, at: Date): string => generateCodeForStep(secret, getStepAt(at))
