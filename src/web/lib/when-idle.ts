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

/** Resolves once the page has loaded and is idle. */
export const whenIdle = async (): Promise<void> => {
  await loaded()
  await idle()
}

/**
 * Loads code ahead of its use once the page is idle, so that no phone has to compile it between a tap and its answer. Only where the service worker has it:
 * a first visit would download it for nothing.
 */
export const preloadWhenIdle = (load: () => Promise<unknown>): void => {
  if (navigator.serviceWorker?.controller)
    whenIdle()
      .then(load)
      .catch(() => undefined)
}
