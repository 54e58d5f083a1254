import { expect, test } from 'vitest'
import { paperThemes } from '#shared/paper.ts'
import { fontFiles } from './fonts.ts'
import { sampleLines, samplePaper } from './paper.fixture.ts'
import { payloadOf } from './payload.ts'
import { createTypesetter } from './typesetter.ts'

const typesetter = createTypesetter()
const themes = Object.keys(paperThemes) as (keyof typeof paperThemes)[]

test('every font is found, the Japanese ones too', () => {
  expect(fontFiles().filter((file) => /Inter_|Vazirmatn|Hebrew|Devanagari|Thai|NotoSansJP|NotoEmoji/.test(file))).toHaveLength(15)
})

test.each(themes)('%s compiles without any warning: an unknown font family would be one', (theme) => {
  expect(typesetter.diagnose(payloadOf(samplePaper({ theme, lines: sampleLines(40) })).data)).toEqual([])
})

test('data that the template cannot read is an error that says so', () => {
  expect(() => typesetter.typeset('{}', 0)).toThrow('The PDF template failed')
})

test('memory does not grow with the number of documents, failed ones included', () => {
  const draw = (index: number) => {
    const { data, changedAt } = payloadOf(samplePaper({ number: `N${index}`, customer: { name: `Customer ${index}`, lines: [] } }))
    typesetter.typeset(data, changedAt)
    if (index % 4 === 0) expect(() => typesetter.typeset(JSON.stringify({ ...JSON.parse(data), totals: [{ odd: index }] }), 0)).toThrow()
  }
  for (let index = 0; index < 20; index += 1) draw(index)
  const before = process.memoryUsage.rss()
  for (let index = 20; index < 140; index += 1) draw(index)
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(50)
}, 30_000)
