import { expect, test } from 'vitest'
import { closeToast, toast, toastStore } from './toast.ts'

test('at most one toast is shown: the newest', () => {
  toast({ title: 'First' })
  toast({ title: 'Second', variant: 'destructive' })
  expect(toastStore.read()).toMatchObject({ title: 'Second', variant: 'destructive', open: true })
})

test('closing a replaced toast leaves the new one open', () => {
  toast({ title: 'Old' })
  const old = toastStore.read()!.id
  toast({ title: 'New' })
  closeToast(old)
  expect(toastStore.read()).toMatchObject({ title: 'New', open: true })
  closeToast(toastStore.read()!.id)
  expect(toastStore.read()).toMatchObject({ title: 'New', open: false })
})

test('listeners are called on every change until they unsubscribe', () => {
  let calls = 0
  const leave = toastStore.subscribe(() => calls++)
  toast({ title: 'One' })
  closeToast(toastStore.read()!.id)
  leave()
  toast({ title: 'Two' })
  expect(calls).toBe(2)
})
