import { expect, test } from 'vitest'
import { giveUpUnsaved, holdUnsaved, isUnsaved } from './unsaved.ts'

test('what several forms hold is asked about once, and kept unless the person agrees', () => {
  const asked: string[] = []
  const answer = (yes: boolean) => (question: string) => {
    asked.push(question)
    return yes
  }
  expect(giveUpUnsaved(answer(false)), 'nothing is held').toBe(true)
  const letGo = holdUnsaved('Leave?')
  holdUnsaved('Leave?')
  letGo()
  expect(isUnsaved(), 'the other form still holds').toBe(true)
  holdUnsaved('Leave?')
  expect(giveUpUnsaved(answer(false))).toBe(false)
  expect(isUnsaved()).toBe(true)
  expect(giveUpUnsaved(answer(true))).toBe(true)
  expect(isUnsaved()).toBe(false)
  expect(asked).toEqual(['Leave?', 'Leave?'])
})
