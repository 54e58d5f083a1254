import { expect, test } from 'vitest'
import { discardUnsavedChanges, hasUnsavedChanges, registerUnsavedChanges } from './unsaved-changes.ts'

test('each question is asked once, and changes are kept unless the user agrees', () => {
  const asked: string[] = []
  const answer = (yes: boolean) => (question: string) => {
    asked.push(question)
    return yes
  }
  expect(discardUnsavedChanges(answer(false)), 'nothing is held').toBe(true)
  const letGo = registerUnsavedChanges('Leave?')
  registerUnsavedChanges('Leave?')
  letGo()
  expect(hasUnsavedChanges(), 'the other form still holds').toBe(true)
  registerUnsavedChanges('Leave?')
  expect(discardUnsavedChanges(answer(false))).toBe(false)
  expect(hasUnsavedChanges()).toBe(true)
  expect(discardUnsavedChanges(answer(true))).toBe(true)
  expect(hasUnsavedChanges()).toBe(false)
  expect(asked).toEqual(['Leave?', 'Leave?'])
})
