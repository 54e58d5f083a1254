import { expect, test } from 'vitest'
import { discardUnsavedChanges, hasUnsavedChanges, registerUnsavedChanges } from './unsaved-changes.ts'

test('each question is asked once, and changes are kept unless the user agrees', async () => {
  const questions: string[] = []
  const answer = (yes: boolean) => (question: string) => {
    questions.push(question)
    return Promise.resolve(yes)
  }
  expect(await discardUnsavedChanges(answer(false)), 'nothing is held').toBe(true)
  const unregister = registerUnsavedChanges('Leave?')
  registerUnsavedChanges('Leave?')
  unregister()
  expect(hasUnsavedChanges(), 'the other form still holds').toBe(true)
  registerUnsavedChanges('Leave?')
  expect(await discardUnsavedChanges(answer(false))).toBe(false)
  expect(hasUnsavedChanges()).toBe(true)
  expect(await discardUnsavedChanges(answer(true))).toBe(true)
  expect(hasUnsavedChanges()).toBe(false)
  expect(questions).toEqual(['Leave?', 'Leave?'])
})
