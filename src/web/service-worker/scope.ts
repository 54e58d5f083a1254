declare const self: ServiceWorkerGlobalScope

/** The service worker itself, by its own type. */
export const scope: ServiceWorkerGlobalScope = self
