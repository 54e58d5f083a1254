import { registerRoute } from 'workbox-routing'
import { changesWho, isKept } from './kept-calls.ts'
import { currentEra, forget, note, recall } from './memory.ts'
import { answerOr } from './patience.ts'
import { scope } from './scope.ts'

/** What was read last is given again when the network fails, and only then. */
export const rememberAnswers = (): void => {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isKept(url),
    async ({ request, event }) => {
      const askedIn = currentEra()
      const answer = fetch(request)
      // Also an answer that comes too late for whoever asked is the newest there is.
      const kept = answer.then((response) => note(request.url, response.clone(), askedIn)).catch(() => {})
      event.waitUntil(kept)
      return answerOr(answer, () => recall(request.url))
    },
  )
  scope.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (url.origin === location.origin && changesWho(url)) event.waitUntil(forget())
  })
}

/** Asks again for what a page asked before there was a worker, one after the other. */
export const keepAnswers = async (urls: readonly string[], timeZone: string): Promise<void> => {
  for (const each of urls) {
    const url = new URL(each, location.origin)
    if (url.origin !== location.origin || !isKept(url)) continue
    const askedIn = currentEra()
    try {
      await note(url.href, await fetch(url, { headers: { 'x-time-zone': timeZone } }), askedIn)
    } catch {
      return
    }
  }
}
