/** Nine digits that are new in each call are written in place of this. */
export const numberPlaceholder = '#########'

/** No user's id: the client's own is written in place of it. */
export const userPlaceholder = -1
