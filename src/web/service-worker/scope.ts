declare const self: ServiceWorkerGlobalScope

/** The service worker's global scope, with its own type. */
export const scope: ServiceWorkerGlobalScope = self
