import { createHash, randomInt } from 'node:crypto'

/** Always the same text for the same seed, a random one without a seed. */
export const createText = (length: number, alphabet: string, seed: string | null): string => {
  if (seed === null) return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  let text = ''
  for (let block = 0; text.length < length; block++)
    for (const byte of createHash('sha256').update(`${block}:${seed}`).digest()) text += alphabet[byte % alphabet.length]
  return text.slice(0, length)
}
