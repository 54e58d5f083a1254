import type { Readable } from 'node:stream'

const meant: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field of COPY's text form. */
const parseField = (text: string): string | null =>
  text === '\\N' ? null : text.replace(/\\(.)/g, (_, letter: string) => meant[letter] ?? letter)

/** The rows of what COPY wrote in its text form: each field as text, or null. Line ends within a field are written as two letters, so a line is a row. */
export async function* parseCopyRows(source: Readable): AsyncGenerator<(string | null)[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of source) {
    const lines = (rest + decoder.decode(part as Buffer, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line.split('\t').map(parseField)
  }
}
