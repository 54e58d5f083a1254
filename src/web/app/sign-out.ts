/** Ends the session. The browser goes to the landing page even when the call fails: staying would look as if nothing had happened. */
export const signOut = async (): Promise<void> => {
  try {
    await fetch('/api/logout', { redirect: 'manual', credentials: 'include' })
  } catch {
    // The next page load tells who is signed in.
  }
  location.assign('/')
}
