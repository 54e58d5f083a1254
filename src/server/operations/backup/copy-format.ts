import type { Readable } from 'node:stream'

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Decodes a field of COPY's text format. */
const parseField = (text: string): string | null =>
  text === '\\N' ? null : text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)

/** Parses COPY's text format: each field of a row as text, or null. Line breaks within a field are escaped, so a line is a row. */
export async function* parseCopyRows(source: Readable): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of source) {
    const lines = (rest + decoder.decode(part as Buffer, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line.split('\t').map(parseField)
  }
}
