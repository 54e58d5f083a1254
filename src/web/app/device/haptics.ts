import { native } from '#web/lib/native/native.ts'
import { toastStore } from '#web/lib/toast.ts'

/** What is ticked, switched or chosen, and the places under the thumb. */
const switched = 'input:is([type=checkbox], [type=radio])'
const underThumb = 'nav[aria-label=Quick] :is(a, button)'

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null

/** Every notice is felt as it is meant: Medium when something went well, Heavy when it didn't. Small touches answer lightly. */
export const startHaptics = (): void => {
  let felt: number | undefined
  toastStore.subscribe(() => {
    const notice = toastStore.read()
    if (!notice?.open || notice.id === felt || notice.isWaiting) return
    felt = notice.id
    native.haptic(notice.variant === 'destructive' ? 'Heavy' : 'Medium')
  })
  document.addEventListener('change', (event) => isWithin(event, switched) && native.haptic('Light'))
  document.addEventListener('click', (event) => isWithin(event, underThumb) && native.haptic('Light'))
}
