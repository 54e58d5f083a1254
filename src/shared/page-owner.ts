/**
 * Header with the user's id, in requests the user for whom the page was loaded (another user may have signed in in another tab), in replies the user
 * of the session.
 */
export const pageOwnerHeader = 'x-billfold-user'
