import { expect, test } from 'vitest'
import { detectKeyboard } from './virtual-keyboard.ts'

const phone = { isTyping: true, height: 844, visible: { height: 844, scale: 1 } }

test('without a focused field a height change is not a keyboard', () => {
  expect(detectKeyboard({ ...phone, isTyping: false, height: 544 }, 844)).toEqual({ isOpen: false, covers: false })
})

test('a keyboard that shrinks the window is open and covers nothing', () => {
  expect(detectKeyboard({ ...phone, height: 544, visible: { height: 544, scale: 1 } }, 844)).toEqual({ isOpen: true, covers: false })
})

test('a keyboard that overlays the page covers it', () => {
  expect(detectKeyboard({ ...phone, visible: { height: 508, scale: 1 } }, 844)).toEqual({ isOpen: true, covers: true })
})

test('zooming in is not a keyboard', () => {
  expect(detectKeyboard({ ...phone, visible: { height: 422, scale: 2 } }, 844)).toEqual({ isOpen: false, covers: false })
})

test('a browser toolbar that appears and disappears is not a keyboard', () => {
  expect(detectKeyboard({ ...phone, height: 788, visible: { height: 788, scale: 1 } }, 844)).toEqual({ isOpen: false, covers: false })
})
