/** Tells with each call whose page makes it, as the user's id, since another one may have signed in in another tab; and with each answer whose it is. */
export const pageOwnerHeader = 'x-billfold-user'
