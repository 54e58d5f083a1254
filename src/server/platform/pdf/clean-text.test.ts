import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, toWrappableText, truncateText } from './clean-text.ts'

describe('cleanText', () => {
  test.each([
    ['a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['a\tb', 'a    b'],
    ['a  \nb \n\n', 'a\nb'],
    ['a\ud800b\udc00', 'a?b?'],
    ['x\0y\u001bz\u009b', 'xyz'],
    ['\u202eabc\u202c\u2067d\u2069\ufeff', 'abcd'],
    ['family 👩‍👩‍👧 and क्‍ष', 'family 👩‍👩‍👧 and क्‍ष'],
  ])('%j becomes %j', (text, expected) => expect(cleanText(text)).toBe(expected))

  test('the result is well-formed, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const clean = cleanText(text)
        expect(clean.isWellFormed()).toBe(true)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })
})

describe('toWrappableText', () => {
  const countBreaks = (text: string) => toWrappableText(text).split('\u200b').length - 1

  test('leaves words of normal length unchanged', () =>
    expect(toWrappableText('Donaudampfschifffahrt, x@example.com')).not.toContain('\u200b'))
  test('inserts breaks into a long run', () => expect(countBreaks('x'.repeat(80))).toBe(10))
  test('prefers to break a URL after separators', () =>
    expect(toWrappableText('https://a.example/pay/abcdefghij')).toBe(
      'https:\u200b/\u200b/\u200ba.\u200bexample/\u200bpay/\u200babcdefgh\u200bij',
    ))
  test('adds few breaks to scripts without spaces', () => {
    expect(countBreaks('ออกแบบเว็บไซต์สำหรับร้านอาหารในกรุงเทพมหานคร')).toBe(0)
    expect(countBreaks('打ち合わせは月に二回、資料は電子データにて納品いたします。よろしくお願いいたします。')).toBeLessThanOrEqual(2)
  })
  test('never splits a grapheme', () => {
    const family = '👩‍👩‍👧'.repeat(40)
    expect(toWrappableText(family).split('\u200b').join('')).toBe(family)
    expect(toWrappableText(family).split('\u200b')[0]).toBe('👩‍👩‍👧'.repeat(8))
  })
})

test('a very long syllable is broken up', () => {
  const parts = toWrappableText('क्'.repeat(500)).split('\u200b')
  expect(parts.join('')).toBe('क्'.repeat(500))
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(64)
})

describe('truncateText', () => {
  test('counts graphemes', () => {
    expect(truncateText('👍🏽'.repeat(5), 5)).toBe('👍🏽'.repeat(5))
    expect(truncateText(`a${'\u0336'.repeat(10_000)}`, 10).length).toBeLessThanOrEqual(41)
  })
  test('keeps a short text', () => expect(truncateText('Harbour', 7)).toBe('Harbour'))
  test('ends a cut text with an ellipsis', () => expect(truncateText('Harbour and Pine', 9)).toBe('Harbour…'))
  test('returns one line', () => expect(truncateText('a\nb', 9)).toBe('a b'))
})
