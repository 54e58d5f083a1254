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
const designs = Object.keys(documentDesigns) as (keyof typeof documentDesigns)[]

test('all fonts are found, including the East Asian ones', () => {
  expect(listFontFiles().filter((file) => /Inter_|Vazirmatn|Hebrew|Devanagari|Thai|NotoSansJP|NotoEmoji/.test(file))).toHaveLength(15)
  expect(listFontFiles().filter((file) => /SourceSerif4|EBGaramond|BricolageGrotesque/.test(file))).toHaveLength(7)
})

test.each(designs)('%s compiles without warnings, such as those for unknown font families', (theme) => {
  expect(typesetter.diagnose(buildRequest(sampleDocument({ theme, lines: sampleLines(40) })))).toEqual([])
})

test.each(['pdf', 'preview'] as const)('invalid data is a template error, as %s', (format) => {
  expect(() => typesetter.typeset({ ...buildRequest(sampleDocument(), format), data: '{}' })).toThrow('The PDF template failed')
})

test('memory does not grow with the number of documents, including failed ones', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'testing/memory.fixture.ts')])
  const { grownMb, failed } = JSON.parse(stdout)
  expect(failed).toBe(35)
  expect(grownMb).toBeLessThan(50)
}, 30_000)

test.each(designs.flatMap((theme) => (['ua-1', 'a-3a'] as const).map((standard) => ({ theme, standard }))))(
  '$theme renders as $standard without warnings, with logo and QR code',
  ({ theme, standard }) => {
    const request = buildRequest(sampleDocument({ theme, logo: sampleLogo, lines: sampleLines(30) }))
    expect(typesetter.diagnose(request)).toEqual([])
    const { bytes, fallbackReason, omissions } = typesetter.typeset(request, standard)
    expect([fallbackReason, omissions]).toEqual([null, []])
    const declaration = standard === 'ua-1' ? '<pdfuaid:part>1</pdfuaid:part>' : '<pdfaid:part>3</pdfaid:part>'
    expect(Buffer.from(bytes).toString('latin1')).toContain(declaration)
  },
)

test.each(['zh', 'ar'])('a report in %s renders without warnings, with logo, chart and all kinds of table rows', (language) => {
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
    ...{ emptyText: '', cut: 'Only the first', closings: [{ title: 'Open', sums: [{ label: 'Due', value: '$1.00' }] }], notes: ['Words'] },
    ...{ logo: sampleLogo, size: 'a4', language, primaryColor: '#333333', accentColor: '#0079F2' },
    words: { to: 'To', notes: 'Notes', pageOf: 'Page {page} of {pages}', logoOf: 'Logo of {name}' },
  }
  const { data, changedAt, pictures } = buildReportPayload(report)
  const request = {
    format: 'report' as const,
    data,
    changedAt,
    pictures: pictures.flatMap((each) => ('bytes' in each ? [each] : [])),
    missing: [],
  }
  expect(typesetter.diagnose(request)).toEqual([])
  expect(typesetter.typeset(request)).toMatchObject({ fallbackReason: null, omissions: [] })
})
