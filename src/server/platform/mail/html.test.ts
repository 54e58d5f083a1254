import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { formatWebLink, joinTextBlocks } from './blocks.ts'
import { html, rawHtml, renderLines } from './html.ts'

describe('html', () => {
  test('escapes texts, keeps markup and omits null, undefined and false', () => {
    expect(
      String(html`<a title="${`"'<&>`}">${html`<b>${'<i>'}</b>`}${[html`1`, '<']}${null}${undefined}${false}${0}${rawHtml('<br>')}</a>`),
    ).toBe('<a title="&quot;&#39;&lt;&amp;&gt;"><b>&lt;i&gt;</b>1&lt;0<br></a>')
  })

  test('an object that looks like markup is rejected', () => {
    const forged = JSON.parse('{"markup":"<script>"}')
    expect(() => html`${forged}`).toThrow()
  })

  test('no text adds markup characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(String(html`${text}`))))
    fc.assert(fc.property(fc.string(), (text) => !/[<>"']/.test(String(renderLines(text)).replaceAll('<br>', ''))))
  })

  test('line breaks are kept', () => {
    expect(String(renderLines(' a\r\nb\n\n<c>\n'))).toBe('a<br>b<br><br>&lt;c&gt;')
  })
})

describe('toSingleLine', () => {
  test('removes all line breaks, control characters and direction marks', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = toSingleLine(text)
      return !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line) && line.isWellFormed() && [...line].length <= 250
    })
    fc.assert(property, { numRuns: 2000 })
  })

  test('keeps ordinary names unchanged', () => {
    for (const name of ['شركة النور', '山田　太郎', 'O\'Brien & Sons, "Ltd"', '1\u00a0234,00 €', '👩‍👩‍👧'])
      expect(toSingleLine(name)).toBe(name)
  })

  test('cuts a very long text at a whole character', () => {
    expect(toSingleLine('👍'.repeat(300), 10)).toBe(`${'👍'.repeat(9)}…`)
  })
})

test('links are http or https', () => {
  expect(formatWebLink('https://pay.example/a"b<c>')).toBe('https://pay.example/a%22b%3Cc%3E')
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//x', 'pay', ''])
    expect(() => formatWebLink(bad)).toThrow(TypeError)
})

test('text blocks are separated by one empty line', () => {
  expect(joinTextBlocks('a', null, '', 'b\nc', false)).toBe('a\n\nb\nc\n')
})
