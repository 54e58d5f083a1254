const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser has requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 2000)
  })

const loaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))

export const whenIdle = async (): Promise<void> => {
  await loaded()
  await idle()
}

/**
 * No phone should have to compile it between a tap and its answer. A first visit, without service worker, would download it for nothing.
 */
export const preloadWhenIdle = (load: () => Promise<unknown>): void => {
  if (navigator.serviceWorker?.controller)
    whenIdle()
      .then(load)
      .catch(() => undefined)
}
