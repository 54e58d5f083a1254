/** A service worker asks nobody but this server. */
export const serviceWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/**
 * Takes the place of a service worker that went wrong: it removes everything that was kept in browsers, and itself. Pages that are open aren't
 * touched; they ask the server from then on.
 */
export const unregisterScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const leave = async () => {
    const kept = (await caches.keys()).filter((name) => name.startsWith('billfold-'))
    await Promise.all(kept.map((name) => caches.delete(name)))
    await self.registration.unregister()
  }
  event.waitUntil(leave())
})
`
