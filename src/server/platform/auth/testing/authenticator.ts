import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  let bits = ''
  for (const sign of text) bits += alphabet.indexOf(sign).toString(2).padStart(5, '0')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a time step, worked out from RFC 4226 and 6238 alone. */
export const generateCodeForStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const getStepAt = (at: Date): number => Math.floor(at.getTime() / 30_000)

/** What an authenticator app shows at that moment. */
export const generateCodeAt = (secret: string, at: Date): string => generateCodeForStep(secret, getStepAt(at))
