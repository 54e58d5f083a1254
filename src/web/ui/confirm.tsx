import { native } from '../lib/native/native.ts'

/** Asks in the browser's own dialog; true when the person agrees. */
export const confirmed = (text: string): boolean => window.confirm(text)

/** The same before something is taken away; agreeing is felt. */
export const confirmedDeletion = (text: string): boolean => {
  const agrees = confirmed(text)
  if (agrees) native.haptic('Heavy')
  return agrees
}
