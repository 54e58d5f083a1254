import { expect, test } from 'vitest'
import { detectKeyboard } from './virtual-keyboard.ts'

const phone = { isTyping: true, height: 844, seen: { height: 844, scale: 1 } }

test('without a field in focus no change of the height is a keyboard', () => {
  expect(detectKeyboard({ ...phone, isTyping: false, height: 544 }, 844)).toEqual({ isOpen: false, covers: false })
})

test('a keyboard that makes the window smaller is open and covers nothing', () => {
  expect(detectKeyboard({ ...phone, height: 544, seen: { height: 544, scale: 1 } }, 844)).toEqual({ isOpen: true, covers: false })
})

test('a keyboard that lies over the page covers it', () => {
  expect(detectKeyboard({ ...phone, seen: { height: 508, scale: 1 } }, 844)).toEqual({ isOpen: true, covers: true })
})

test('whoever zooms in sees less, and no keyboard', () => {
  expect(detectKeyboard({ ...phone, seen: { height: 422, scale: 2 } }, 844)).toEqual({ isOpen: false, covers: false })
})

test("a browser's own bar that comes and goes is no keyboard", () => {
  expect(detectKeyboard({ ...phone, height: 788, seen: { height: 788, scale: 1 } }, 844)).toEqual({ isOpen: false, covers: false })
})
