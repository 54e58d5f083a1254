export type Shared = { title: string; text: string; url: string }

/** Whether this browser can hand a link to other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/**
 * Opens the system's own sheet for sharing. Who closes it without sharing has done nothing wrong.
 * @throws Error when it could not be opened
 */
export const share = async (what: Shared): Promise<void> => {
  try {
    await navigator.share(what)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
