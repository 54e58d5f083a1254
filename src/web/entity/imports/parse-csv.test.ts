import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { readText } from './decode-file.ts'
import { parseCsv } from './parse-csv.ts'

const bytes = (...parts: (string | number[])[]) => new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))
const read = async (file: Blob) => parseCsv(await readText(file))
const problem = (file: Blob) =>
  read(file).then(
    () => 'no problem',
    (error: Error) => error.message,
  )
const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', '\r', '\t', ' ', "'", '=', '😀', '1'),
  maxLength: 12,
})

test('CSV round-trips cell by cell with line numbers, whatever the line endings and sizes', async () => {
  const row = fc.array(cell, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async (rows, newline, filler) => {
        // Blank rows are skipped; a long cell shifts the next rows across chunk boundaries.
        const given = rows.map((cells, i) => [`r${i}`, ...cells, filler && i % 7 === 0 ? 'x'.repeat(90_000) : ''])
        const text = papaparse.unparse([['A', 'B', 'C', 'D', 'E'], ...given], { newline })
        const table = await parseCsv(text)
        expect(table.rows.map((it) => it.cells)).toEqual(given)
        const before = (i: number) => papaparse.unparse([['A', 'B', 'C', 'D', 'E'], ...given.slice(0, i)], { newline })
        for (const [i, { line }] of table.rows.entries()) expect(line).toBe(before(i).split(/\r\n|\r|\n/).length + 1)
      },
    ),
    { numRuns: 60 },
  )
})

test('line endings may be mixed, and line breaks in quoted cells are kept', async () => {
  const { headers, rows } = await read(bytes('Name,Note\r\nA,"one\ntwo"\r\n\nB,"x\r\ny"\n"C","z"\r\nD,\rE,5" pipe'))
  expect(headers).toEqual(['Name', 'Note'])
  expect(rows).toEqual([
    { line: 2, cells: ['A', 'one\ntwo'] },
    { line: 5, cells: ['B', 'x\r\ny'] },
    { line: 7, cells: ['C', 'z'] },
    { line: 8, cells: ['D', ''] },
    { line: 9, cells: ['E', '5" pipe'] },
  ])
})

test.each([',', ';', '\t', '|'])('the delimiter %j is detected', async (mark) => {
  const file = bytes(`"Name, full"${mark}"E;mail"${mark}Price\nA${mark}b@x.example${mark}"1,5"\n`)
  const table = await read(file)
  expect([table.headers, table.rows[0]!.cells]).toEqual([
    ['Name, full', 'E;mail', 'Price'],
    ['A', 'b@x.example', '1,5'],
  ])
})

test("Excel's delimiter line is not the header and counts as a line", async () => {
  const table = await read(bytes('sep=;\r\nName;City\r\nA;B,C\r\n'))
  expect(table).toMatchObject({ headers: ['Name', 'City'], rows: [{ line: 3, cells: ['A', 'B,C'] }] })
})

test('one column, no final line ending, and a byte order mark are accepted', async () => {
  expect(await read(bytes([0xef, 0xbb, 0xbf], 'Name\nÅsa'))).toMatchObject({ headers: ['Name'], rows: [{ cells: ['Åsa'] }] })
  const utf16 = (text: string, mark: number[], swap: boolean) =>
    bytes(
      mark,
      [...text].flatMap((c) => (swap ? [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255] : [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])),
    )
  for (const file of [utf16('Name\tX\nŁódź\t1', [0xff, 0xfe], false), utf16('Name\tX\nŁódź\t1', [0xfe, 0xff], true)])
    expect(await read(file)).toMatchObject({ headers: ['Name', 'X'], rows: [{ cells: ['Łódź', '1'] }] })
})

test('another encoding is reported, and decoded on request', async () => {
  const file = bytes('Name\nCaf', [0xe9], '\n')
  const refused = await readText(file).catch((error: unknown) => error)
  expect(refused).toMatchObject({ mayBeWindows1252: true, message: expect.stringContaining('not in UTF-8') })
  expect((await parseCsv(await readText(file, { encoding: 'windows-1252' }))).rows[0]!.cells).toEqual(['Café'])
})

test.each([
  ['an empty file', bytes(''), 'This file is empty.'],
  ['nothing but blank lines', bytes('\n \n'), 'This file is empty.'],
  ['empty cells', bytes(',,\n,,\n'), 'This file is empty.'],
  ['a header alone', bytes('Name,Email\n'), 'This file has a header but no rows.'],
  ['an Excel workbook', bytes([0x50, 0x4b, 3, 4], 'abc'), 'This is not a CSV file. It is a spreadsheet'],
  ['an old workbook', bytes([0xd0, 0xcf, 0x11, 0xe0], 'abc'), 'This is not a CSV file. It is a spreadsheet'],
  ['a PDF', bytes('%PDF-1.7\n'), 'This is not a CSV file. It is a PDF'],
  ['an image', bytes([0x89], 'PNG\r\n'), 'This is not a CSV file. It is an image.'],
  ['a NUL', bytes('Name\nA\nB\u0000\n'), 'Line 3 contains an invalid character (NUL)'],
  ['an unclosed quote', bytes('Name,Note\nA,b\nB,"c\nd\n'), 'Line 3: a quote (") is never closed.'],
  ['a quote within a quoted cell', bytes('Name,Note\nA,"5" pipe"\n'), 'Line 2: there is text after a closing quote'],
  ['two columns of one name', bytes('Name,Email,email\nA,b,c\n'), 'Columns 2 and 3 are both called "email"'],
  ['200 columns', bytes(`${Array.from({ length: 200 }, (_, i) => `c${i}`).join(',')}\n1\n`), 'This file has 200 columns. At most 100'],
  ['10,001 rows', bytes(`Name\n${'A\n'.repeat(10_001)}`), 'This file has more than 10,000 rows.'],
  ['50 MB', bytes('x'.repeat(50 * 1_048_576)), 'This file is 50 MB, and the limit is 10 MB'],
])('%s is rejected with a clear message', async (_what, file, message) => {
  expect(await problem(file)).toContain(message)
})

test('an unclosed quote in a large file is found', async () => {
  expect(await problem(bytes(`Name,Note\n"A,b\n${'x,y\n'.repeat(600_000)}`))).toContain('Line 2: a quote (") is never closed')
})

test('aborted work stops', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(parseCsv(`Name\n${'A\n'.repeat(9000)}`, { signal: stop.signal })).rejects.toThrow('abort')
})
