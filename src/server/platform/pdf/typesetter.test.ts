import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { paperThemes } from '#shared/paper.ts'
import { fontFiles } from './fonts.ts'
import { sampleLines, sampleLogo, samplePaper } from './paper.fixture.ts'
import { requestOf } from './request.fixture.ts'
import { createTypesetter } from './typesetter.ts'

const typesetter = createTypesetter()
afterEach(() => typesetter.tidy())
const themes = Object.keys(paperThemes) as (keyof typeof paperThemes)[]

test('every font is found, the Japanese ones too', () => {
  expect(fontFiles().filter((file) => /Inter_|Vazirmatn|Hebrew|Devanagari|Thai|NotoSansJP|NotoEmoji/.test(file))).toHaveLength(15)
  expect(fontFiles().filter((file) => /SourceSerif4|EBGaramond|BricolageGrotesque/.test(file))).toHaveLength(7)
})

test.each(themes)('%s compiles without any warning: an unknown font family would be one', (theme) => {
  expect(typesetter.diagnose(requestOf(samplePaper({ theme, lines: sampleLines(40) })))).toEqual([])
})

test.each(['pdf', 'preview'] as const)('data that the template cannot read is an error that says so, asked for as %s', (form) => {
  expect(() => typesetter.typeset({ ...requestOf(samplePaper(), form), data: '{}' })).toThrow('The PDF template failed')
})

test('memory does not grow with the number of documents, failed ones included', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'memory.fixture.ts')])
  const { grownMb, failed } = JSON.parse(stdout)
  expect(failed).toBe(35)
  expect(grownMb).toBeLessThan(50)
}, 30_000)

test.each(themes.flatMap((theme) => (['ua-1', 'a-3a'] as const).map((standard) => ({ theme, standard }))))(
  '$theme is set in $standard without a warning, with logo and QR code',
  ({ theme, standard }) => {
    const request = requestOf(samplePaper({ theme, logo: sampleLogo, lines: sampleLines(30) }))
    expect(typesetter.diagnose(request)).toEqual([])
    const { bytes, plainBecause, leftOut } = typesetter.typeset(request, standard)
    expect([plainBecause, leftOut]).toEqual([null, []])
    const claim = standard === 'ua-1' ? '<pdfuaid:part>1</pdfuaid:part>' : '<pdfaid:part>3</pdfaid:part>'
    expect(Buffer.from(bytes).toString('latin1')).toContain(claim)
  },
)
