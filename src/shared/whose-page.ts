/** Tells with each call whose page makes it, as the user's id: another one may have signed in in another tab since. */
export const pageOwnerHeader = 'x-billfold-user'
