import { expect, test } from 'vitest'
import { closeToast, toast, toastStore } from './toast.ts'

test('at most one notice is there: the newest', () => {
  toast({ title: 'First' })
  toast({ title: 'Second', variant: 'destructive' })
  expect(toastStore.read()).toMatchObject({ title: 'Second', variant: 'destructive', open: true })
})

test('closing an old notice leaves the one that took its place', () => {
  toast({ title: 'Old' })
  const old = toastStore.read()!.id
  toast({ title: 'New' })
  closeToast(old)
  expect(toastStore.read()).toMatchObject({ title: 'New', open: true })
  closeToast(toastStore.read()!.id)
  expect(toastStore.read()).toMatchObject({ title: 'New', open: false })
})

test('listeners hear of every change until they leave', () => {
  let heard = 0
  const leave = toastStore.subscribe(() => heard++)
  toast({ title: 'One' })
  closeToast(toastStore.read()!.id)
  leave()
  toast({ title: 'Two' })
  expect(heard).toBe(2)
})
