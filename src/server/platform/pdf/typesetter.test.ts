import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { documentDesigns } from '#shared/pdf-document.ts'
import { listFontFiles } from './fonts.ts'
import type { ReportDocument } from './report-document.ts'
import { buildReportPayload } from './report-payload.ts'
import { sampleDocument, sampleLines, sampleLogo } from './testing/document.fixture.ts'
import { buildRequest } from './testing/request.fixture.ts'
import { createTypesetter } from './typesetter.ts'

const typesetter = createTypesetter()
afterEach(() => typesetter.releaseDocument())
const themes = Object.keys(documentDesigns) as (keyof typeof documentDesigns)[]

test('every font is found, the Japanese ones too', () => {
  expect(listFontFiles().filter((file) => /Inter_|Vazirmatn|Hebrew|Devanagari|Thai|NotoSansJP|NotoEmoji/.test(file))).toHaveLength(15)
  expect(listFontFiles().filter((file) => /SourceSerif4|EBGaramond|BricolageGrotesque/.test(file))).toHaveLength(7)
})

test.each(themes)('%s compiles without any warning: an unknown font family would be one', (theme) => {
  expect(typesetter.diagnose(buildRequest(sampleDocument({ theme, lines: sampleLines(40) })))).toEqual([])
})

test.each(['pdf', 'preview'] as const)('data that the template cannot read is an error that says so, asked for as %s', (form) => {
  expect(() => typesetter.typeset({ ...buildRequest(sampleDocument(), form), data: '{}' })).toThrow('The PDF template failed')
})

test('memory does not grow with the number of documents, failed ones included', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'testing/memory.fixture.ts')])
  const { grownMb, failed } = JSON.parse(stdout)
  expect(failed).toBe(35)
  expect(grownMb).toBeLessThan(50)
}, 30_000)

test.each(themes.flatMap((theme) => (['ua-1', 'a-3a'] as const).map((standard) => ({ theme, standard }))))(
  '$theme is set in $standard without a warning, with logo and QR code',
  ({ theme, standard }) => {
    const request = buildRequest(sampleDocument({ theme, logo: sampleLogo, lines: sampleLines(30) }))
    expect(typesetter.diagnose(request)).toEqual([])
    const { bytes, fallbackReason, omissions } = typesetter.typeset(request, standard)
    expect([fallbackReason, omissions]).toEqual([null, []])
    const claim = standard === 'ua-1' ? '<pdfuaid:part>1</pdfuaid:part>' : '<pdfaid:part>3</pdfaid:part>'
    expect(Buffer.from(bytes).toString('latin1')).toContain(claim)
  },
)

test('a report is set without a warning, with logo and chart, however its table is made', () => {
  const columns = ['Name', 'Amount'].map((label, index) => ({ label, isFigure: index > 0 }))
  const report: ReportDocument = {
    ...{ title: 'Profit & Loss', business: { name: 'Harbour', lines: ['Quayside'] }, recipient: { name: 'Kim', lines: ['Ames'] } },
    ...{ facts: [{ label: 'Period', value: '2026' }], figures: [{ label: 'Net', value: '$1.00', remark: '+1.0%' }], columns },
    chart: {
      bars: [{ left: 0, width: 0.5, bottom: 0, top: 1, series: 0 }],
      ...{
        series: ['Income', 'Expenses'],
        rulers: [{ at: 0, label: '$0', isZero: true }],
        labels: [{ at: 0.5, label: 'Jan' }],
        alt: 'Bars',
      },
    },
    rows: (['heading', 'row', 'subtotal', 'total'] as const).map((role) => ({ role, cells: [role, role === 'heading' ? '' : '$1.00'] })),
    ...{ nothing: '', cut: 'Only the first', closing: [{ label: 'Due', value: '$1.00' }], closingTitle: 'Open', notes: ['Words'] },
    ...{ logo: sampleLogo, size: 'a4', language: 'zh', primaryColor: '#333333', accentColor: '#0079F2' },
  }
  const { data, changedAt, pictures } = buildReportPayload(report)
  const request = {
    form: 'report' as const,
    data,
    changedAt,
    pictures: pictures.flatMap((each) => ('bytes' in each ? [each] : [])),
    missing: [],
  }
  expect(typesetter.diagnose(request)).toEqual([])
  expect(typesetter.typeset(request)).toMatchObject({ plainBecause: null, leftOut: [] })
})
