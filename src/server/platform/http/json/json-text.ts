import { AppError } from '#server/platform/errors/app-error.ts'

/** No body of a call is nested deeper than a handful of levels. */
const maxDepth = 20
/** Objects with more fields than this are refused, because V8 turns large objects into slow dictionaries. The widest of the contract has 40. */
const maxFields = 200

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Looks at each byte once, before anything is parsed; what is not JSON passes, and the parser refuses it.
 * @returns a function that throws AppError 400 for deep nesting, and 413 for too many fields or tokens
 */
export const createJsonScan = (maxTokens: number): ((bytes: Uint8Array) => void) => {
  /** How many fields each open object has so far; a list starts far below zero. */
  const fields = new Int32Array(maxDepth + 1)
  let depth = 0
  let tokens = 0
  let isInText = false
  let isEscaped = false
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (isInText) {
        // An escaped character is skipped, also at the start of the next part.
        if (isEscaped) at++
        isEscaped = false
        while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at++
        if (bytes[at] === backslash) isEscaped = true
        else if (bytes[at] === quote) isInText = false
        at++
        continue
      }
      const byte = bytes[at++]
      if (byte === quote) isInText = true
      else if (byte === openBrace || byte === openBracket) {
        tokens++
        if (++depth > maxDepth) throw new AppError(400, `The request body is nested deeper than ${maxDepth} levels`)
        fields[depth] = byte === openBrace ? 0 : -0x8000_0000
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth > 0) depth--
      } else if (byte === comma) tokens++
      else if (byte === colon) {
        tokens++
        if (++fields[depth]! > maxFields)
          throw new AppError(413, `The request is too large: an object can have at most ${maxFields} fields`)
      }
    }
    if (tokens > maxTokens)
      throw new AppError(413, `The request is too large: this call takes at most ${maxTokens.toLocaleString('en-US')} values`)
  }
}

const letter = (text: string) =>
  `(?:${text}|\\\\u00${text
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (hex) => `[${hex}${hex.toUpperCase()}]`)})`
const fieldPattern = (name: string) => `"${[...name].map(letter).join('')}"\\s*:`
/** In valid JSON, this can only be the name of a field: a quote within a text is escaped. */
const inheritedField = new RegExp(`${fieldPattern('__proto__')}|${fieldPattern('constructor')}`)

const invalidJsonMessage = 'The request body is not valid JSON'

/** Undefined for an empty body. @throws AppError 400, also for fields named `__proto__` or `constructor` */
export const parseJson = (bytes: Buffer): unknown => {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    const where = line ? `: line ${line}, column ${column}` : /end of JSON/.test(message) ? ': it ends too early' : ''
    throw new AppError(400, `${invalidJsonMessage}${where}`)
  }
  if (inheritedField.test(text)) throw new AppError(400, 'The request body has a field that no call takes: __proto__ or constructor')
  return value
}
